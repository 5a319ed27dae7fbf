/** The words around the documents; the documents themselves are `content/documents/*.md`. */
export const DOCUMENT_WORDS = { updated: 'Last Updated:', contents: 'On this page' } as const;
