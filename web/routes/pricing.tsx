import { PAGES } from '#contract/paths.ts';
import { PricingScreen } from '#web/features/pricing/pricing-screen.tsx';
import { metaOf } from '#web/features/shell/page-meta.ts';

export function meta() {
  return metaOf(PAGES.pricing);
}

export default PricingScreen;
