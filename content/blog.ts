import { BRAND } from './brand.ts';
import type { NextStep } from './next-step.ts';
import { PAGES } from './page-paths.ts';

const TITLE = 'Notes from before sunrise';

export const BLOG_WORDS = {
  title: TITLE,
  lead: 'One engineering question at a time, with the maths so that you can check it.',
  feed: 'Subscribe to the feed, for feed readers',
  feedTitle: `${BRAND.product}: ${TITLE}`,
  /** A note in the feed for people who open it in a browser. It must not contain `--`, which ends an XML comment. */
  feedNote: `This file is for feed readers: copy its address into one. To read in your browser, open ${PAGES.blog} on this site.`,
  by: 'By',
  newer: 'Next post',
  older: 'Previous post',
  neighbours: 'More posts',
  all: 'All posts',
  tags: 'Topics',
  topicsTitle: 'Posts by topic',
  empty: 'No posts yet. The first one is on its way.',
  next: {
    title: 'Hear about new posts',
    text: 'We share each post in the community.',
    links: [{ label: 'Join the community', page: 'community' }],
  },
  /** Words above the launch-list field at the end of each post. */
  afterPost: {
    title: 'Be told when it opens',
    text: `These are notes from building ${BRAND.product}. Leave your email, and we’ll write to you once, on launch day.`,
    links: [],
  },
  minutes: (minutes: number) => `${minutes}-minute read`,
} as const satisfies { next: NextStep; afterPost: NextStep } & Record<string, unknown>;
