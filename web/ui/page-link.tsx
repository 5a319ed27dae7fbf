import { Link, type LinkProps } from 'react-router';
import { hasPage } from './has-page.ts';

type PageLinkProps = LinkProps & { readonly to: string };

/** A link to a page of `content/pages.ts`. Renders nothing when that page was removed. */
export function PageLink(props: PageLinkProps) {
  return hasPage(props.to) ? <Link {...props} /> : null;
}
