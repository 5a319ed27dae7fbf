import type { DocumentPage, MarkdownFile } from '#content/markdown.ts';

/** The documents, for loaders at build. `.server` keeps the texts out of the browser's scripts. */
const FILES = import.meta.glob<MarkdownFile<DocumentPage>>('/content/documents/*.md', { eager: true });

export type DocumentText = MarkdownFile<DocumentPage>;

/** The document of a path such as `/license`. Throws when there is none. */
export function documentAt(path: string): DocumentText {
  const file = FILES[`/content/documents${path}.md`];
  if (file === undefined) throw new Error(`There is no document at ${path}`);
  return { attributes: file.attributes, html: file.html, headings: file.headings };
}
