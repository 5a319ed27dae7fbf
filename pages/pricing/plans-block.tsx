import {
  BookOpen,
  Building2,
  Check,
  Coffee,
  LampDesk,
  type LucideIcon,
  Sunrise,
  TriangleAlert,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { PLAN_NOTES, PLANS, type Plan, type PlanIcon, PRICING } from '#content/pricing.ts';
import { filled } from '#contract/page-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { Sun } from '#web/ui/sun.tsx';
import { formatRupees, type Period, priceOf } from './prices.ts';

type PlansBlockProps = { readonly plans?: readonly Plan[]; readonly onAsk: (plan: Plan) => void };

/** The plans, a switch between monthly (at first) and yearly prices, and a permanent warning (docs/product.md, "Pricing"). */
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
      <ul
        aria-labelledby="plans-title"
        className="mt-10 grid gap-x-8 gap-y-10 sm:grid-cols-2 xl:grid-cols-3 print:grid-cols-3 print:gap-4"
      >
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
      <p className="plans-warning mt-10 flex items-center gap-3 px-4 py-3">
        <TriangleAlert size="1.375rem" aria-hidden="true" className="flex-none" />
        <strong className="min-w-0 font-semibold">{PRICING.banner}</strong>
      </p>
    </section>
  );
}

const PERIODS = ['month', 'year'] as const;

type PeriodSwitchProps = {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
};

/** The switch between monthly and yearly prices. It keeps a choice made before hydration. */
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
            // The radio button is as large as its label, so that the browser scrolls all of the label into view.
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

type PlanCardProps = {
  readonly plan: Plan;
  readonly period: Period;
  readonly selected: boolean;
  readonly onSelect: (id: string) => void;
  /** Called when the button of a plan that is only coming soon is pressed. */
  readonly onAsk: (plan: Plan) => void;
};

/**
 * The card of a plan. A plan that can already be chosen is an option of a radio group, and its label covers the card. Beside the
 * monthly price is the yearly one, which can so be read without JavaScript.
 */
export function PlanCard({ plan, period, selected, onSelect, onAsk }: PlanCardProps) {
  const { id, name, icon, features, highlightFeature, isPopular, buttonText, variant, isComingSoon } = plan;
  const Icon = ICONS[icon];
  const { ribbon, beside, suffix, named } = PRICING.plans;
  const yearly = priceOf(plan, 'year');

  return (
    <li
      className="plan relative flex break-inside-avoid flex-col"
      data-plan={id}
      data-popular={isPopular || undefined}
    >
      {isPopular && (
        <p className="-mx-(--rim) -mt-(--rim) mb-6 bg-wash px-(--rim) py-2 font-semibold">{ribbon}</p>
      )}
      <Icon
        className={isPopular ? 'size-14' : 'text-peacock'}
        size={30}
        strokeWidth={1.6}
        aria-hidden="true"
      />
      <h3 className={`mt-3 ${isPopular ? 'text-heading' : 'text-title'}`}>
        {isComingSoon ? (
          name
        ) : (
          <label className="cover-link">
            <input
              type="radio"
              name="plan"
              value={id}
              className="sr-only"
              checked={selected}
              onChange={() => onSelect(id)}
            />
            {name}
          </label>
        )}
      </h3>
      {PLAN_NOTES[id] && <p className="mt-1 text-soft">{PLAN_NOTES[id]}</p>}
      <p className="mt-4 flex flex-wrap items-baseline gap-1" data-testid="plan-price">
        <span className={`as-heading tabular-nums ${isPopular ? 'text-page' : 'text-heading'}`}>
          {formatRupees(priceOf(plan, period))}
        </span>
        <span>{suffix[period]}</span>
      </p>
      {plan.price !== '0' && (
        <p className="text-small text-soft tabular-nums" data-testid="plan-beside">
          {filled(beside[period], { price: formatRupees(period === 'month' ? yearly : yearly / 12) })}
        </p>
      )}
      <ul className="my-6 grid gap-2 leading-snug">
        {[highlightFeature, ...features.filter((feature) => feature !== highlightFeature)].map((feature) => (
          <li key={feature} className="flex gap-2 first:font-semibold">
            <Check size="1.125rem" aria-hidden="true" className="mt-1 flex-none text-peacock" />
            {feature}
          </li>
        ))}
      </ul>
      <Button
        look={isComingSoon ? 'quiet' : variant}
        className={`relative z-1 mt-auto ${isPopular ? 'self-stretch xl:self-start' : 'self-start'}`}
        aria-label={`${buttonText}: ${filled(named, { plan: name })}`}
        // Yearly prices disable the button of every plan, even of an open one (docs/product.md, "Pricing").
        disabled={period === 'year'}
        onClick={() => (isComingSoon ? onAsk(plan) : onSelect(id))}
      >
        {buttonText}
      </Button>
      {isPopular && <RisingSun />}
    </li>
  );
}

/** A rising sun beside the words of the wide card on wide screens. */
function RisingSun() {
  return (
    <svg
      viewBox="-150 -150 300 150"
      aria-hidden="true"
      className="absolute right-(--rim) bottom-0 hidden w-1/2 xl:block forced-colors:hidden"
    >
      <Sun radius={72} />
    </svg>
  );
}

const ICONS: Record<PlanIcon, LucideIcon> = {
  cup: Coffee,
  lamp: LampDesk,
  sun: Sunrise,
  book: BookOpen,
  roof: Building2,
};
