import type { NavigationLink } from '#content/navigation.ts';
import { PAGE_ALIASES } from '#content/page-aliases.ts';
import { SITE_PAGES } from '#content/pages.ts';
import { isOneSlip } from '#contract/likely-address.ts';
import { FOOTER } from '#web/shell/footer-links.ts';

/** Finds the page that the visitor probably meant: a word of the path is its name, or differs by one typing mistake. */
export function likelyPage(path: string): NavigationLink | undefined {
  const typed = path.split('/').map(plain).filter(Boolean);
  const names = namedPages();
  const meant =
    names.find(({ name }) => typed.includes(name)) ??
    names.find(({ name }) => typed.some((word) => isOneSlip(word, name)));
  return meant?.link;
}

function namedPages(): { readonly name: string; readonly link: NavigationLink }[] {
  const links: readonly NavigationLink[] = [
    ...SITE_PAGES.map(({ path, title }) => ({ to: path, label: title })),
    ...FOOTER.groups.flatMap((group) => group.links),
    ...FOOTER.legal,
  ];
  const named = links.flatMap((link) => [link.to, link.label].map((name) => ({ name: plain(name), link })));
  // Aliases of missing pages are left out, because a fork may lack some pages.
  const others = PAGE_ALIASES.flatMap(({ to, label, words }) => {
    const link = label === undefined ? links.find((known) => known.to === to) : { to, label };
    return link ? words.map((word) => ({ name: plain(word), link })) : [];
  });
  return [...named, ...others].filter(({ name }) => name !== '');
}

/** Removes an ending such as `.html`, hyphens and blanks. Capital letters become small. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/\.\w+$/, '')
    .replace(/[^a-z0-9]/g, '');
}
