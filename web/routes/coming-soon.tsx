import { PAGES } from '#contract/paths.ts';
import { ComingSoonScreen } from '#web/features/coming-soon/coming-soon-screen.tsx';
import { metaOf } from '#web/features/shell/page-meta.ts';

export function meta() {
  return metaOf(PAGES.comingSoon);
}

export default ComingSoonScreen;
