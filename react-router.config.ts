import type { Config } from '@react-router/dev/config';
import { BUILT_IN_PAGES } from './content/page-paths.ts';
import { compressAssets } from './generate/pages/compress-assets.ts';
import { deferModules } from './generate/pages/modules-after-paint.ts';

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
