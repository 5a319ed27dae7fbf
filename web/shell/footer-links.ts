import type { DocumentPage } from '#content/markdown.ts';
import { FOOTER_LINKS, LEGAL_LINKS } from '#content/navigation.ts';
import { DOCUMENTS, hasPage } from '#web/ui/link.tsx';

/** The footer's links: the pages of `content/pages.ts`, then the documents with a `menu`. */
export const FOOTER = footerLinks(DOCUMENTS);

/** @internal */
export function footerLinks(pages: readonly DocumentPage[]) {
  const linksIn = (group: string) =>
    pages.flatMap(({ path, menu }) => (menu?.group === group ? [{ label: menu.label, to: path }] : []));
  return {
    groups: FOOTER_LINKS.map(({ title, links }) => ({ title, links: [...links, ...linksIn(title)] })),
    legal: [...LEGAL_LINKS.filter(({ to }) => hasPage(to)), ...linksIn('Legal')],
  };
}
