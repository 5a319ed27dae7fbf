import { BookOpen, Building2, Check, Coffee, LampDesk, type LucideIcon, Sunrise } from 'lucide-react';
import { PLAN_NOTES, type Plan, type PlanIcon as PlanIconName, PRICING } from '#content/pricing.ts';
import { Button } from '#web/ui/button.tsx';
import { Sun } from '#web/ui/sun.tsx';
import { formatRupees, type Period, priceOf } from './prices.ts';

type PlanCardProps = {
  readonly plan: Plan;
  readonly period: Period;
  readonly selected: boolean;
  readonly onSelect: (id: string) => void;
  /** Called for a plan that is not open. */
  readonly onAsk: (plan: Plan) => void;
};

/** The card shows both prices, so that both can be read without JavaScript. */
export function PlanCard({ plan, period, selected, onSelect, onAsk }: PlanCardProps) {
  const { id, name, icon, features, highlightFeature, isPopular, buttonText, variant, isComingSoon } = plan;
  const { ribbon, other, suffix } = PRICING.plans;
  const otherPeriod = period === 'month' ? 'year' : 'month';

  return (
    <li
      className="plan relative flex break-inside-avoid flex-col"
      data-plan={id}
      data-popular={isPopular || undefined}
      data-open={!isComingSoon || undefined}
    >
      {isPopular && (
        <p className="-mx-(--rim) -mt-(--rim) mb-6 bg-wash px-(--rim) py-2 font-semibold">{ribbon}</p>
      )}
      <PlanIcon name={icon} className={isPopular ? 'size-14' : 'text-peacock'} />
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
        <p className="text-small text-soft tabular-nums" data-testid="plan-other">
          {other} {formatRupees(priceOf(plan, otherPeriod))}
          {suffix[otherPeriod]}
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
        aria-label={`${buttonText}: ${name}`}
        // Yearly mode disables the button of every plan (docs/product.md, "Pricing").
        disabled={period === 'year'}
        onClick={() => (isComingSoon ? onAsk(plan) : onSelect(id))}
      >
        {buttonText}
      </Button>
      {isPopular && <RisingSun />}
    </li>
  );
}

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

const ICONS: Record<PlanIconName, LucideIcon> = {
  cup: Coffee,
  lamp: LampDesk,
  sun: Sunrise,
  book: BookOpen,
  roof: Building2,
};

type PlanIconProps = { readonly name: PlanIconName; readonly className: string };

export function PlanIcon({ name, className }: PlanIconProps) {
  const Icon = ICONS[name];
  return <Icon className={className} size={30} strokeWidth={1.6} aria-hidden="true" />;
}
