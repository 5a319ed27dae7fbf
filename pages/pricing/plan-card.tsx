import { Check } from 'lucide-react';
import { PLAN_NOTES, type Plan, PRICING } from '#content/pricing.ts';
import { Button } from '#web/ui/button.tsx';
import { PlanIcon } from './plan-icon.tsx';
import { formatRupees, type Period, priceOf } from './prices.ts';
import { isButtonDisabled } from './selection.ts';

type PlanCardProps = {
  readonly plan: Plan;
  readonly period: Period;
  readonly selected: boolean;
  readonly onSelect: (id: string) => void;
  /** A press on the button of a plan that is not open. */
  readonly onAsk: (plan: Plan) => void;
};

/**
 * A plan as an option of a radio group; its label covers the card while the plan is open. Shows both prices, so that both
 * can be read without JavaScript.
 */
export function PlanCard({ plan, period, selected, onSelect, onAsk }: PlanCardProps) {
  const { id, name, icon, features, highlightFeature, isPopular, buttonText, variant, isComingSoon } = plan;
  const { ribbon, other, suffix } = PRICING.plans;
  const otherPeriod = period === 'month' ? 'year' : 'month';

  return (
    <li
      className="plan"
      data-plan={id}
      data-popular={isPopular || undefined}
      data-open={!isComingSoon || undefined}
    >
      {isPopular && <p className="plan-ribbon">{ribbon}</p>}
      <PlanIcon name={icon} />
      <h3 id={`plan-${id}`} className="plan-name">
        <label>
          <input
            type="radio"
            name="plan"
            value={id}
            className="sr-only"
            checked={selected}
            disabled={isComingSoon}
            onChange={() => onSelect(id)}
          />
          {name}
        </label>
      </h3>
      {PLAN_NOTES[id] && <p className="plan-note">{PLAN_NOTES[id]}</p>}
      <p className="plan-price">
        <span className="plan-sum">{formatRupees(priceOf(plan, period))}</span>
        <span>{suffix[period]}</span>
      </p>
      {plan.price !== '0' && (
        <p className="plan-other">
          {other} {formatRupees(priceOf(plan, otherPeriod))}
          {suffix[otherPeriod]}
        </p>
      )}
      <ul className="plan-features">
        {[highlightFeature, ...features.filter((feature) => feature !== highlightFeature)].map((feature) => (
          <li key={feature}>
            <Check size="1.125rem" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      <Button
        look={isComingSoon ? 'quiet' : variant}
        className="plan-button"
        aria-describedby={`plan-${id}`}
        disabled={isButtonDisabled(period)}
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
      viewBox="-220 -150 440 150"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className="plan-sun"
    >
      <circle r="72" />
      <circle r="102" />
      <circle r="136" />
    </svg>
  );
}
