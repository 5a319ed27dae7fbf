import type { Config } from '@react-router/dev/config';
import { BUILT_IN_PAGES } from './content/page-paths.ts';
import { compressAssets, deferModules } from './generate/pages/after-build.ts';

export default {
  appDirectory: 'web',
  buildDirectory: 'build/site',
  ssr: false,
  // Each page becomes a static HTML file that the server sends from memory.
  prerender: ({ getStaticPaths }) => [...getStaticPaths(), BUILT_IN_PAGES.notFound],
  buildEnd: () => {
    deferModules('build/site/client');
    compressAssets('build/site/client/assets');
  },
} satisfies Config;
