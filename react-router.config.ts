import type { Config } from '@react-router/dev/config';
import { SITE_PAGES } from './content/pages.ts';
import { PAGES } from './contract/paths.ts';
import { readDocuments, readPosts } from './scripts/markdown/read-markdown.ts';

/** Each page becomes a static HTML file that the server sends from memory. */
const prerendered = [
  ...SITE_PAGES.map(({ path }) => path),
  ...readPosts().map(({ path }) => path),
  ...readDocuments().map(({ path }) => path),
  PAGES.blogFeed,
  PAGES.homeAlias,
  PAGES.auth,
  PAGES.authVerify,
  PAGES.authReset,
  PAGES.authCallback,
  PAGES.profile,
  PAGES.contactThanks,
  PAGES.feedbackThanks,
  PAGES.notFound,
];

export default {
  appDirectory: 'web',
  buildDirectory: 'build/site',
  ssr: false,
  prerender: prerendered,
} satisfies Config;
