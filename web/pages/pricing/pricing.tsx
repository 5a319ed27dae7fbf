import { PRICING, PRICING_FAQ } from '#content/pricing.ts';
import { PAGES } from '#contract/paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { faqPage } from '#web/shell/structured-data.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { MarketStall } from './market-stall.tsx';
import { PlansBlock } from './plans-block.tsx';
import { PriceTable } from './price-table.tsx';
import { PricingFaq } from './pricing-faq.tsx';

export const meta = () => metaOf(PAGES.pricing, { data: [faqPage(PRICING_FAQ)] });

/** The plans, their sums side by side, and what people ask about them (spec §2, §9). */
export default function Pricing() {
  return (
    <>
      <PageHead title={PRICING.title} lead={PRICING.lead} hour={0.78} picture={<MarketStall />} />
      <PlansBlock />
      <PriceTable />
      <PricingFaq />
    </>
  );
}
