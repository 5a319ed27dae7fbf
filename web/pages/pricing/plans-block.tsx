import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { PLANS, type Plan, PRICING } from '#content/pricing.ts';
import { PeriodSwitch } from './period-switch.tsx';
import { PlanCard } from './plan-card.tsx';
import type { Period } from './prices.ts';
import { type Selection, selectPlan } from './selection.ts';

/** The plans with their billing period, monthly at first, and the warning that always stands over them (spec §9). */
export function PlansBlock({ plans = PLANS }: { readonly plans?: readonly Plan[] }) {
  const [period, setPeriod] = useState<Period>('month');
  const [selected, setSelected] = useState<Selection>();
  return (
    <section className="page-width plans" aria-labelledby="plans-title">
      <div className="plans-head">
        <h2 id="plans-title" className="first-light text-heading">
          {PRICING.plans.title}
        </h2>
        <PeriodSwitch period={period} onChange={setPeriod} />
      </div>
      <p className="plans-warning" data-testid="plans-warning">
        <TriangleAlert size={22} aria-hidden="true" />
        <strong>{PRICING.banner}</strong>
      </p>
      <div role="radiogroup" aria-labelledby="plans-title">
        <ul className="plans-list">
          {plans.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              period={period}
              selected={plan.id === selected}
              onSelect={(id) => setSelected((current) => selectPlan(plans, current, id))}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}
