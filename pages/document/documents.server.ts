import type { DocumentPage, Heading } from '#content/markdown.ts';

/** `.server` keeps the texts out of the browser's scripts. */
const pages = import.meta.glob<DocumentPage>('/content/documents/*.md', {
  eager: true,
  import: 'attributes',
});
const texts = import.meta.glob<string>('/content/documents/*.md', { eager: true, import: 'html' });
const headings = import.meta.glob<readonly Heading[]>('/content/documents/*.md', {
  eager: true,
  import: 'headings',
});

export type DocumentText = {
  readonly page: DocumentPage;
  readonly html: string;
  readonly headings: readonly Heading[];
};

/** Throws when there is no document. */
export function documentAt(path: string): DocumentText {
  const file = `/content/documents${path}.md`;
  const [page, html] = [pages[file], texts[file]];
  if (page === undefined || html === undefined) throw new Error(`There is no document at ${path}`);
  return { page, html, headings: headings[file] ?? [] };
}
