import type { Config } from '@react-router/dev/config';
import { BUILT_IN_PAGES } from './content/page-paths.ts';
import { SITE_PAGES } from './content/pages.ts';
import { readDocuments, readPosts } from './generate/markdown/read-markdown.ts';
import { compressAssets } from './generate/pages/compress-assets.ts';
import { deferModules } from './generate/pages/modules-after-paint.ts';

/** Each page becomes a static HTML file that the server sends from memory. */
const prerendered = [
  ...SITE_PAGES.map(({ path }) => path),
  ...readPosts().map(({ path }) => path),
  ...readDocuments().map(({ path }) => path),
  ...Object.values(BUILT_IN_PAGES),
];

export default {
  appDirectory: 'web',
  buildDirectory: 'build/site',
  ssr: false,
  prerender: prerendered,
  buildEnd: () => {
    deferModules('build/site/client');
    compressAssets('build/site/client/assets');
  },
} satisfies Config;
