import { CardElement, FormspreeProvider, useFormspree, useSubmit } from '@formspree/react';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { PaymentPartProps, SubmitMessage } from '#features/forms/web/payment.ts';
import type { MessageFields } from '#features/forms/web/submission-problem.ts';
import { plainColour } from '#web/ui/plain-colour.ts';
import { newAttempt, paymentProblem, paymentTaken } from './payment-answer.ts';

export type CardFieldProps = Pick<
  PaymentPartProps,
  'endpoint' | 'formKey' | 'problem' | 'onChange' | 'card'
> & {
  readonly stripeKey: string;
  readonly label: string;
};

/** Stripe's field for the card. While this field is mounted, `card.submit` sends the message and charges the card. */
export function CardField(props: CardFieldProps) {
  return (
    <FormspreeProvider stripePK={props.stripeKey}>
      <Field {...props} />
    </FormspreeProvider>
  );
}

type StripeField = {
  readonly focus: () => void;
  readonly update: (options: { readonly style: { readonly base: object; readonly invalid: object } }) => void;
};

function Field({ endpoint, formKey, label, problem, onChange, card }: CardFieldProps) {
  const submit: SubmitMessage = useSubmit<MessageFields>(formKey, { origin: endpoint });
  const { client } = useFormspree();
  const field = useRef<StripeField>(null);
  const box = useRef<HTMLDivElement>(null);
  const isComplete = useRef(false);
  const [typing, setTyping] = useState<string>();
  const said = problem ?? typing;

  useImperativeHandle(card, () => ({
    // If the card is incomplete or Stripe's script is not loaded, the form library would send the message without a payment.
    isReady: () => isComplete.current && client.stripe !== undefined,
    submit,
    newAttempt,
    paymentProblem,
    paymentTaken,
  }));
  useEffect(() => {
    if (problem !== undefined) field.current?.focus();
  }, [problem]);
  // Stripe's field is in an iframe that the page's styles do not reach, so this effect passes the theme's colours to it.
  useEffect(() => {
    const watch = new MutationObserver(() => dress(field.current, box.current));
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => watch.disconnect();
  }, []);

  return (
    <fieldset className="field card-field">
      <legend className="mb-1.5">{label}</legend>
      <div ref={box} className="input" data-invalid={said !== undefined || undefined}>
        <CardElement
          options={OPTIONS}
          onReady={(element) => {
            field.current = element;
            dress(element, box.current);
          }}
          onChange={({ complete, error }) => {
            isComplete.current = complete;
            setTyping(error?.message);
            onChange();
          }}
        />
      </div>
      <p role="alert" className="field-problem">
        {said}
      </p>
    </fieldset>
  );
}

const OPTIONS = { hidePostalCode: true, disableLink: true };

function dress(field: StripeField | null, box: HTMLElement | null): void {
  if (field === null || box === null) return;
  const { fontSize, fontFamily } = getComputedStyle(box);
  const [ink, soft, ember] = [
    plainColour(box, '--ink'),
    plainColour(box, '--ink-soft'),
    plainColour(box, '--ember'),
  ];
  const base = { color: ink, iconColor: soft, fontSize, fontFamily, '::placeholder': { color: soft } };
  field.update({ style: { base, invalid: { color: ember, iconColor: ember } } });
}
