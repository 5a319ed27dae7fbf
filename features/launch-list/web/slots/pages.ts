import { PAGES } from '#content/page-paths.ts';

export default [PAGES.launchList] satisfies readonly string[];
