import { PAGES } from '#contract/paths.ts';
import { AboutScreen } from '#web/features/about/about-screen.tsx';
import { metaOf } from '#web/features/shell/page-meta.ts';

export function meta() {
  return metaOf(PAGES.about);
}

export default AboutScreen;
