import { PRICING_FAQ } from '#content/pricing.ts';
import { PAGES } from '#contract/paths.ts';
import { PricingScreen } from '#web/features/pricing/pricing-screen.tsx';
import { metaOf } from '#web/features/shell/page-meta.ts';
import { faqPage } from '#web/features/shell/structured-data.ts';

export function meta() {
  return metaOf(PAGES.pricing, { data: [faqPage(PRICING_FAQ)] });
}

export default PricingScreen;
