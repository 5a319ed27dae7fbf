import type { Config } from '@react-router/dev/config';
import { PAGES } from './contract/paths.ts';

/** Pages that exist as routes today; each becomes a static HTML file that the server sends from memory. */
const prerendered = [
  PAGES.home,
  PAGES.homeAlias,
  PAGES.auth,
  PAGES.authVerify,
  PAGES.authReset,
  PAGES.profile,
  PAGES.notFound,
];

export default {
  appDirectory: 'web',
  buildDirectory: 'build/site',
  ssr: false,
  prerender: prerendered,
} satisfies Config;
