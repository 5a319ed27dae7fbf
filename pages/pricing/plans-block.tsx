import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { PLANS, type Plan, PRICING } from '#content/pricing.ts';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { PeriodSwitch } from './period-switch.tsx';
import { PlanCard } from './plan-card.tsx';
import type { Period } from './prices.ts';

type PlansBlockProps = { readonly plans?: readonly Plan[]; readonly onAsk: (plan: Plan) => void };

/** The plans, the switch of the billing period (monthly at first) and the permanent warning (docs/product.md, "Pricing"). */
export function PlansBlock({ plans = PLANS, onAsk }: PlansBlockProps) {
  const [period, setPeriod] = useState<Period>('month');
  const [selected, setSelected] = useState<string>();
  return (
    <section className="page-width section-space" aria-labelledby="plans-title">
      <div className="flex flex-wrap items-end justify-between gap-5">
        <SectionHead
          id="plans-title"
          title={PRICING.plans.title}
          lead={<LinkedText text={PRICING.plans.lead} />}
          className="grow"
        />
        <PeriodSwitch period={period} onChange={setPeriod} />
        <p role="status" className="sr-only">
          {period === 'year' && PRICING.period.yearShown}
        </p>
      </div>
      <ul aria-labelledby="plans-title" className="mt-10 grid gap-x-8 gap-y-10 sm:grid-cols-2 xl:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            period={period}
            selected={plan.id === selected}
            onSelect={setSelected}
            onAsk={onAsk}
          />
        ))}
      </ul>
      <p className="plans-warning mt-10 flex items-center gap-3 px-4 py-3" data-testid="plans-warning">
        <TriangleAlert size="1.375rem" aria-hidden="true" className="flex-none" />
        <strong className="font-semibold">{PRICING.banner}</strong>
      </p>
    </section>
  );
}
