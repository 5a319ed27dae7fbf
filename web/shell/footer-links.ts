import type { DocumentPage } from '#content/markdown.ts';
import { FOOTER_LINKS, LEGAL_LINKS, type NavigationGroup, type NavigationLink } from '#content/navigation.ts';
import { hasPage } from '#web/ui/link.tsx';

/** Imports only the metadata of the documents, because every page loads this module. */
const documents = Object.values(
  import.meta.glob<DocumentPage>('/content/documents/*.md', { eager: true, import: 'attributes' }),
);

type FooterLinks = {
  readonly groups: readonly NavigationGroup[];
  readonly legal: readonly NavigationLink[];
};

export const FOOTER: FooterLinks = footerLinks(documents);

/** @internal */
export function footerLinks(pages: readonly DocumentPage[]): FooterLinks {
  const linksIn = (group: string) =>
    pages.flatMap(({ path, menu }) => (menu?.group === group ? [{ label: menu.label, to: path }] : []));
  return {
    groups: FOOTER_LINKS.map(({ title, links }) => ({ title, links: [...links, ...linksIn(title)] })),
    legal: [...LEGAL_LINKS.filter(({ to }) => hasPage(to)), ...linksIn('Legal')],
  };
}
