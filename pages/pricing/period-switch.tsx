import { useEffect, useRef } from 'react';
import { PRICING } from '#content/pricing.ts';
import type { Period } from './prices.ts';

const PERIODS = ['month', 'year'] as const;

type PeriodSwitchProps = {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
};

/** Monthly or yearly. Keeps a choice made before hydration. */
export function PeriodSwitch({ period, onChange }: PeriodSwitchProps) {
  const words = PRICING.period;
  const yearly = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for a choice made before hydration.
  useEffect(() => {
    if (yearly.current?.checked) onChange('year');
  }, []);

  return (
    <fieldset className="period-switch">
      <legend className="sr-only">{words.legend}</legend>
      {PERIODS.map((value) => (
        <label key={value}>
          <input
            ref={value === 'year' ? yearly : null}
            type="radio"
            name="period"
            value={value}
            checked={period === value}
            onChange={() => onChange(value)}
          />
          <span>{words[value]}</span>
          {value === 'year' && <span className="period-saving">{words.saving}</span>}
        </label>
      ))}
    </fieldset>
  );
}
