import { PAGES } from '#content/page-paths.ts';
import { hasPage, Link } from './link.tsx';

/** The words with which texts name other pages. */
const NAMED: Readonly<Record<string, string>> = {
  'contact page': PAGES.contact,
  'privacy page': PAGES.privacy,
  'cookie policy': PAGES.cookiePolicy,
  '“Your rights”': PAGES.rights,
};
const NAMES = new RegExp(`(${Object.keys(NAMED).join('|')})`);

/** A text in which the names of other pages are links. */
export function LinkedText({ text }: { readonly text: string }) {
  return text.split(NAMES).map((part) => {
    const to = NAMED[part];
    if (to === undefined || !hasPage(to)) return part;
    return (
      <Link key={to} className="text-link" to={to}>
        {part}
      </Link>
    );
  });
}
