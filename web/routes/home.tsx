import { PAGES } from '#contract/paths.ts';
import { HomeScreen } from '#web/features/home/home-screen.tsx';
import { metaOf } from '#web/features/shell/page-meta.ts';
import { organization, webSite } from '#web/features/shell/structured-data.ts';

export function meta() {
  return metaOf(PAGES.home, { data: [organization(), webSite()] });
}

export default HomeScreen;
