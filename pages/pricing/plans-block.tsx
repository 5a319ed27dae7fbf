import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { PLANS, type Plan, PRICING } from '#content/pricing.ts';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { PlanCard } from './plan-card.tsx';
import type { Period } from './prices.ts';

type PlansBlockProps = { readonly plans?: readonly Plan[]; readonly onAsk: (plan: Plan) => void };

/** The prices are monthly at first. The warning is permanent (docs/product.md, "Pricing"). */
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

const PERIODS = ['month', 'year'] as const;

type PeriodSwitchProps = {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
};

/** The switch keeps a choice made before hydration. */
function PeriodSwitch({ period, onChange }: PeriodSwitchProps) {
  const words = PRICING.period;
  const yearly = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for a choice made before hydration.
  useEffect(() => {
    if (yearly.current?.checked) onChange('year');
  }, []);

  return (
    // Without JavaScript every plan card shows both prices.
    <fieldset className="period-switch screen-only flex flex-wrap rounded-3xl border border-strong bg-sunk p-1 noscript:hidden">
      <legend className="sr-only">{words.legend}</legend>
      {PERIODS.map((value) => (
        <label
          key={value}
          className="relative flex min-h-11 flex-auto cursor-pointer flex-wrap items-center justify-center gap-x-2.5 rounded-3xl px-[min(1.15rem,3.4vw)] font-semibold"
        >
          <input
            // The box is as large as its label, so that all of the label is scrolled into view.
            className="absolute inset-0 cursor-pointer opacity-0"
            ref={value === 'year' ? yearly : null}
            type="radio"
            name="period"
            value={value}
            checked={period === value}
            onChange={() => onChange(value)}
          />
          <span>{words[value]}</span>
          {value === 'year' && (
            <span className="rounded-2xl bg-(--leaf-wash) px-2 text-small whitespace-nowrap text-(--leaf)">
              {words.saving}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
