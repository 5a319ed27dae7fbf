import { useState } from 'react';
import { LAUNCH_FIELD_ID, PAGES } from '#content/page-paths.ts';
import { PRICING, PRICING_FAQ } from '#content/pricing.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { LateCallToAction } from '#web/slots/late-call-to-action.ts';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkyDrawing } from '#web/ui/sky-drawing.tsx';
import { faqPage } from './faq-data.ts';
import { FeatureTable } from './feature-table.tsx';
import { type AskedPlan, LaunchBlock } from './launch-block.tsx';
import { MARKET_STALL } from './market-stall.ts';
import { PlansBlock } from './plans-block.tsx';
import { PriceTable } from './price-table.tsx';
import { PricingFaq } from './pricing-faq.tsx';

export const meta = () => metaOf(PAGES.pricing, { data: [faqPage(PRICING_FAQ)] });

/** `/pricing`: the plans, tables of their prices and features, and an FAQ (docs/product.md, "Pricing"). */
export default function Pricing() {
  const [asked, setAsked] = useState<AskedPlan>();
  return (
    <>
      <PageHead
        page={PAGES.pricing}
        title={PRICING.title}
        lead={PRICING.lead}
        hour={0.78}
        picture={<SkyDrawing paths={MARKET_STALL} />}
      >
        {LateCallToAction && (
          <p className="mt-6">
            <a href={`#${LAUNCH_FIELD_ID}`} className="button button-dawn">
              {PRICING.launch.link}
            </a>
          </p>
        )}
      </PageHead>
      <PlansBlock onAsk={({ name }) => setAsked({ name })} />
      <LaunchBlock asked={asked} />
      <PriceTable />
      <FeatureTable />
      <PricingFaq />
      <NextStep {...PRICING.next} />
    </>
  );
}
