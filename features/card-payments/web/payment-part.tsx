import { type ComponentType, useEffect, useState } from 'react';
import type { PaymentWords } from '#content/forms.ts';
import { moneyText } from '#contract/money.ts';
import { filled } from '#contract/page-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import type { CardFieldProps } from './card-field.tsx';
import { loadStripeScript } from './stripe-script.ts';

type PaymentPartProps = Omit<CardFieldProps, 'label'> & {
  readonly words: PaymentWords;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  /** While a message is sent the part cannot be opened or closed. */
  readonly busy: boolean;
};

/** "Add a payment by card". Loads Stripe only when it is opened. */
export function PaymentPart({ words, isOpen, onToggle, busy, ...field }: PaymentPartProps) {
  const hydrated = useHydrated();
  // The static HTML has no settings.
  if (!hydrated || field.stripeKey === '') return null;
  return (
    <details
      className="payment-part"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (busy) currentTarget.open = isOpen;
        else onToggle(currentTarget.open);
      }}
    >
      <summary>{words.open}</summary>
      {isOpen && (
        <div className="payment-part-inside">
          <p>{withAmount(words.text, words)}</p>
          <LoadedField {...field} words={words} />
          <p className="text-small text-soft">
            {words.company} {words.leave}
          </p>
        </div>
      )}
    </details>
  );
}

type Loading = 'loading' | 'failed' | { readonly Field: ComponentType<CardFieldProps> };

function LoadedField({ words, ...field }: Omit<CardFieldProps, 'label'> & { readonly words: PaymentWords }) {
  const [state, setState] = useState<Loading>('loading');
  useEffect(() => {
    if (state !== 'loading') return undefined;
    let isWanted = true;
    Promise.all([import('./card-field.tsx'), loadStripeScript()]).then(
      ([{ CardField }]) => isWanted && setState({ Field: CardField }),
      () => isWanted && setState('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [state]);

  if (typeof state === 'object') return <state.Field {...field} label={words.label} />;
  return (
    <div className="payment-part-loading">
      <p role="status" className={state === 'failed' ? 'field-problem' : undefined}>
        {state === 'failed' ? words.notLoaded : words.loading}
      </p>
      {state === 'failed' && <Button onClick={() => setState('loading')}>{words.loadAgain}</Button>}
      <p role="alert" className="field-problem">
        {field.problem}
      </p>
    </div>
  );
}

/** Fills in `{amount}`. */
export function withAmount(sentence: string, { amount, currency }: PaymentWords): string {
  return filled(sentence, { amount: moneyText(amount, currency) });
}
