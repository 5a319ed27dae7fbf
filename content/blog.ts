import { BRAND } from './brand.ts';

const TITLE = 'Notes from before sunrise';

/** The words around the posts; the posts themselves are `content/posts/*.md`. */
export const BLOG_WORDS = {
  title: TITLE,
  lead: 'One engineering question each morning, for a week and a day. With the sums, so that you can check them.',
  listTitle: 'All posts',
  feed: 'Follow by feed',
  /** How feed readers call it. */
  feedTitle: `${BRAND.product}: ${TITLE}`,
  back: 'All notes',
  contents: 'In this note',
  newer: 'The next morning',
  older: 'The morning before',
  neighbours: 'More notes',
  tags: 'About',
  empty: 'Nothing is written yet. The first note comes one of these mornings.',
  minutes: (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`),
} as const;
