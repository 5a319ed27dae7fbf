import { hasPage } from './has-page.ts';
import { Link, type LinkProps } from './link.tsx';

/** A link to a page of `content/pages.ts`. Renders nothing when that page was removed. */
export function PageLink(props: LinkProps) {
  return hasPage(props.to) ? <Link {...props} /> : null;
}
