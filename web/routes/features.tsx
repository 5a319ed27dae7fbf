import { PAGES } from '#contract/paths.ts';
import { FeaturesScreen } from '#web/features/features/features-screen.tsx';
import { metaOf } from '#web/features/shell/page-meta.ts';

export function meta() {
  return metaOf(PAGES.features);
}

export default FeaturesScreen;
