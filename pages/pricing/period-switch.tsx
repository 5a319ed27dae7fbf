import { useEffect, useRef } from 'react';
import { PRICING } from '#content/pricing.ts';
import type { Period } from './prices.ts';

const PERIODS = ['month', 'year'] as const;

type PeriodSwitchProps = {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
};

/** The switch between monthly and yearly prices. Keeps a choice made before hydration. */
export function PeriodSwitch({ period, onChange }: PeriodSwitchProps) {
  const words = PRICING.period;
  const yearly = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for a choice made before hydration.
  useEffect(() => {
    if (yearly.current?.checked) onChange('year');
  }, []);

  return (
    // Hidden without JavaScript, because every plan card shows both prices anyway.
    <fieldset className="period-switch screen-only flex flex-wrap rounded-3xl border border-strong bg-sunk p-1 noscript:hidden">
      <legend className="sr-only">{words.legend}</legend>
      {PERIODS.map((value) => (
        <label
          key={value}
          className="relative flex min-h-11 flex-auto cursor-pointer flex-wrap items-center justify-center gap-x-2.5 rounded-3xl px-[min(1.15rem,3.4vw)] font-semibold"
        >
          <input
            // As large as its label, so that all of the label is scrolled into view.
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
