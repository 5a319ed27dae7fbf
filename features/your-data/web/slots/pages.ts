import { PAGES } from '#content/page-paths.ts';

export default [PAGES.rights, PAGES.yourData] satisfies readonly string[];
