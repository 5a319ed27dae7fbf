import { PAGES } from '#contract/paths.ts';
import { HomeScreen } from '#web/features/home/home-screen.tsx';
import { metaOf } from '#web/features/shell/page-meta.ts';

export function meta() {
  return metaOf(PAGES.home);
}

export default HomeScreen;
