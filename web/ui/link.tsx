import type { ComponentPropsWithRef } from 'react';
import type { DocumentPage } from '#content/markdown.ts';
import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '#content/pages.ts';

export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { readonly to: string };

/** A link as plain HTML, which needs no hydration. `shell/frame.tsx` passes its clicks to the router. */
export function Link({ to, ...props }: LinkProps) {
  return <a href={to} {...props} />;
}

/** Pages of features to which other pages link. */
const OF_FEATURES = Object.values(
  import.meta.glob<readonly string[]>('/features/*/web/slots/pages.ts', { eager: true, import: 'default' }),
).flat();

/** The documents' metadata without their texts, because every page loads this module. */
export const DOCUMENTS = Object.values(
  import.meta.glob<DocumentPage>('/content/documents/*.md', { eager: true, import: 'attributes' }),
);

/** Whether the path is a page of `content/pages.ts`, a page of a feature, a document, or the sign-in, which cannot be removed. */
export function hasPage(path: string): boolean {
  const isThis = (page: { readonly path: string }) => page.path === path;
  return (
    path === PAGES.auth || OF_FEATURES.includes(path) || SITE_PAGES.some(isThis) || DOCUMENTS.some(isThis)
  );
}

/** A link to a page of this site (`hasPage`). Renders nothing if that page was removed. */
export function PageLink(props: LinkProps) {
  return hasPage(props.to) ? <Link {...props} /> : null;
}
