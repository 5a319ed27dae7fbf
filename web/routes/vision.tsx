import { PAGES } from '#contract/paths.ts';
import { metaOf } from '#web/features/shell/page-meta.ts';
import { VisionScreen } from '#web/features/vision/vision-screen.tsx';

export function meta() {
  return metaOf(PAGES.vision);
}

export default VisionScreen;
