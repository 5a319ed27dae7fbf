import { BRAND } from '#content/brand.ts';
import { PAGES } from '#contract/paths.ts';
import { HomeScreen } from '#web/features/home/home-screen.tsx';
import { pageMeta } from '#web/features/shell/page-meta.ts';

export function meta() {
  return pageMeta({ title: BRAND.product, description: BRAND.description, canonical: PAGES.home });
}

export default HomeScreen;
