import type { DocumentPage } from '#content/markdown.ts';
import { FOOTER_LINKS, LEGAL_LINKS, type NavigationGroup, type NavigationLink } from '#content/navigation.ts';
import { DOCUMENTS, hasPage } from '#web/ui/link.tsx';

type FooterLinks = {
  readonly groups: readonly NavigationGroup[];
  readonly legal: readonly NavigationLink[];
};

/** The footer's links: the pages of `content/pages.ts`, then the documents with a `menu`. */
export const FOOTER: FooterLinks = footerLinks(DOCUMENTS);

/** @internal */
export function footerLinks(pages: readonly DocumentPage[]): FooterLinks {
  const linksIn = (group: string) =>
    pages.flatMap(({ path, menu }) => (menu?.group === group ? [{ label: menu.label, to: path }] : []));
  return {
    groups: FOOTER_LINKS.map(({ title, links }) => ({ title, links: [...links, ...linksIn(title)] })),
    legal: [...LEGAL_LINKS.filter(({ to }) => hasPage(to)), ...linksIn('Legal')],
  };
}
