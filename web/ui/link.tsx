import type { ComponentPropsWithRef } from 'react';
import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '#content/pages.ts';

export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { readonly to: string };

/** A link as plain HTML, which needs no hydration. `shell/use-followed-links.ts` passes its clicks to the router. */
export function Link({ to, ...props }: LinkProps) {
  return <a href={to} {...props} />;
}

/** Pages of features to which other pages link. */
const OF_FEATURES = Object.values(
  import.meta.glob<readonly string[]>('/features/*/web/slots/pages.ts', { eager: true, import: 'default' }),
).flat();

/** True for a page of `content/pages.ts` or of a feature, and for the sign-in, which cannot be removed. */
export function hasPage(path: string): boolean {
  return path === PAGES.auth || OF_FEATURES.includes(path) || SITE_PAGES.some((page) => page.path === path);
}

/** A link to a page of `content/pages.ts`. Renders nothing if that page was removed. */
export function PageLink(props: LinkProps) {
  return hasPage(props.to) ? <Link {...props} /> : null;
}
