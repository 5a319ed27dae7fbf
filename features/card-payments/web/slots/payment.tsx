import { type ComponentType, useEffect, useState } from 'react';
import type { PaymentWords } from '#content/forms.ts';
import { moneyText } from '#contract/money.ts';
import { filled } from '#contract/page-errors.ts';
import { PAYMENT_SETTINGS } from '#features/card-payments/contract.ts';
import type { CardFieldProps } from '#features/card-payments/web/card-field.tsx';
import type { Payment, PaymentPartProps } from '#features/forms/web/payment.ts';
import { publicSettingsOf } from '#web/api/public-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';

/** The form's section "Add a payment by card". Loads Stripe only when a visitor opens it. */
function PaymentPart({ words, isOpen, onToggle, busy, ...field }: PaymentPartProps) {
  const hydrated = useHydrated();
  // The exported HTML has no server settings, so the key is known only after hydration.
  const stripeKey = publicSettingsOf(PAYMENT_SETTINGS).stripePublishableKey;
  if (!hydrated || stripeKey === '') return null;
  return (
    <details
      className="payment-part border-y border-line"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (busy) currentTarget.open = isOpen;
        else onToggle(currentTarget.open);
      }}
    >
      <summary className="flex cursor-pointer items-center justify-between gap-4 py-3 font-semibold">
        {words.open}
      </summary>
      {isOpen && (
        <div className="grid gap-4 pb-5">
          <p>{withAmount(words.text, words)}</p>
          <LoadedField {...field} stripeKey={stripeKey} words={words} />
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
    Promise.all([import('#features/card-payments/web/card-field.tsx'), loadStripeScript()]).then(
      ([{ CardField }]) => isWanted && setState({ Field: CardField }),
      () => isWanted && setState('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [state]);

  if (typeof state === 'object') return <state.Field {...field} label={words.label} />;
  return (
    <div className="grid justify-items-start gap-4">
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

function withAmount(sentence: string, { amount, currency }: PaymentWords): string {
  return filled(sentence, { amount: moneyText(amount, currency) });
}

/** Stripe's rules forbid copies of Stripe.js on other hosts. */
const STRIPE_SCRIPT = 'https://js.stripe.com/v3';

/** Loads Stripe.js once. Unlike with the library's own loader, a failed load can be tried again. */
function loadStripeScript(): Promise<void> {
  const there = document.querySelector<HTMLScriptElement>(`script[src="${STRIPE_SCRIPT}"]`);
  if (there?.dataset.loaded !== undefined) return Promise.resolve();
  there?.remove();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = STRIPE_SCRIPT;
    script.onload = () => {
      script.dataset.loaded = '';
      resolve();
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('Stripe.js could not be loaded.'));
    };
    document.head.append(script);
  });
}

export default { Part: PaymentPart, withAmount } satisfies Payment;
