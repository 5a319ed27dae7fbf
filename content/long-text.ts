/** Words of documents, legal pages and posts. */
export const LONG_TEXT_WORDS = {
  contents: 'On this page',
  updated: (date: string) => `Last Updated: ${date}`,
} as const;
