import { PRICING } from '#content/pricing.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { MarketStall } from './market-stall.tsx';
import { PlansBlock } from './plans-block.tsx';
import { PriceTable } from './price-table.tsx';
import { PricingFaq } from './pricing-faq.tsx';

/** The plans, their sums side by side, and what people ask about them (spec §2, §9). */
export function PricingScreen() {
  return (
    <>
      <PageHead title={PRICING.title} lead={PRICING.lead} hour={0.78} picture={<MarketStall />} />
      <PlansBlock />
      <PriceTable />
      <PricingFaq />
    </>
  );
}
