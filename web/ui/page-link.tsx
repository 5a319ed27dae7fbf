import { Link, type LinkProps } from 'react-router';
import { hasPage } from './has-page.ts';

type PageLinkProps = LinkProps & { readonly to: string };

/** A link to a page of `content/pages.ts`, or nothing when that page was taken out. */
export function PageLink(props: PageLinkProps) {
  return hasPage(props.to) ? <Link {...props} /> : null;
}
