import { useSubmit } from '@formspree/react';
import { useEffect, useRef, useState } from 'react';
import {
  FORM_SENTENCES,
  FORM_WORDS,
  MESSAGE_TOO_LONG,
  type MessageFormWords,
  type PaymentWords,
} from '#content/forms.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_ROWS } from '#contract/limits.ts';
import { filled } from '#contract/page-errors.ts';
import { countCharacters, isTooLong } from '#contract/text.ts';
import { FIELD_SENTENCES } from '#features/accounts/web/sign-in/field-sentences.ts';
import {
  FORM_SETTINGS,
  type FormName,
  formAddress,
  PAYMENT_FIELDS,
  REFERENCE_PARAMETER,
} from '#features/forms/contract.ts';
import { networkTimeoutMs } from '#web/api/call-api.ts';
import { publicSettingsOf } from '#web/api/public-settings.ts';
import { useUser } from '#web/session/session.ts';
import { useDraft } from '#web/session/use-draft.ts';
import { AddressField } from '#web/ui/address-field.tsx';
import { Banner, type BannerMessage } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckedForm, SubmitButton } from '#web/ui/checked-form.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { takeFocus } from '#web/ui/use-busy.ts';
import { type SubmitForm, useCheckedForm } from '#web/ui/use-checked-form.ts';
import { Notice } from './notice.tsx';
import { type CardHandle, PAYMENT, type PaymentTaken, type SubmitMessage } from './payment.ts';
import { type MessageFields, notReached, parameterOf, submissionProblem } from './submission-problem.ts';

const SENTENCES = { ...FORM_SENTENCES, email: FIELD_SENTENCES.email };

type MessageFormProps = {
  readonly form: FormName;
  readonly words: MessageFormWords;
  /** Offers a card payment with the message, if cards can be charged. */
  readonly payment?: PaymentWords | undefined;
};

/** The contact or the feedback form. It works without JavaScript. Typed text survives a refusal, a lost connection and a reload. */
export function MessageForm(props: MessageFormProps) {
  const { words } = props;
  const payment = PAYMENT && props.payment;
  const [sent, setSent] = useState<Sent>();
  const [isOpen, setOpen] = useState(true);
  const person = useUser()?.id;
  // After a sign-out, the sent message is forgotten, so that the next person does not see its sender's name and address.
  useEffect(() => (person ? () => setSent(undefined) : undefined), [person]);
  if (sent === undefined || isOpen) {
    const onSent = (message: Sent) => {
      setSent(message);
      setOpen(false);
    };
    return <OpenForm {...props} payment={payment} sender={sent} onSent={onSent} />;
  }
  const said = { taken: payment?.paid, none: payment?.notPaid, 'not-told': undefined }[sent.payment];
  return (
    <SentNotice
      words={words}
      address={sent.email}
      reference={sent.reference}
      paid={payment && said && PAYMENT?.withAmount(said, payment)}
      onAgain={() => setOpen(true)}
    />
  );
}

type Sent = {
  readonly payment: PaymentTaken;
  /** Null if a hosted form service took the message. Only our own server gives a reference, and mails a receipt. */
  readonly reference: string | null;
  readonly name: string;
  readonly email: string;
};

type OpenFormProps = MessageFormProps & {
  readonly sender: Sent | undefined;
  readonly onSent: (sent: Sent) => void;
};

function OpenForm({ form, words, payment, sender, onSent }: OpenFormProps) {
  const labels = {
    name: FORM_WORDS.name,
    email: FORM_WORDS.email,
    message: words.messageLabel,
    [PAYMENT_FIELDS.method]: payment?.label ?? '',
  };
  const [notice, setNotice] = useState<BannerMessage | null>(null);
  const fail = (detail: string) => setNotice({ tone: 'error', text: FORM_WORDS.failed, detail });
  const user = useUser();
  const { forms: service } = publicSettingsOf(FORM_SETTINGS);
  const endpoint = typeof location === 'undefined' ? '' : service.endpoint || location.origin;
  const [isPaying, setPaying] = useState(false);
  const card = useRef<CardHandle>(null);
  // The id of the payment attempt. It stays until the outcome is known, so that the service recognises a corrected message.
  const attempt = useRef<string>(undefined);
  const submitUnpaid: SubmitMessage = useSubmit<MessageFields>(service[form], { origin: endpoint });

  const submit: SubmitForm = async (values) => {
    setNotice(null);
    const paying = isPaying ? card.current : null;
    if (paying && service.endpoint === '') {
      attempt.current ??= paying.newAttempt();
      values.set(PAYMENT_FIELDS.attempt, attempt.current);
    }
    // A payment has no time limit, because a bank may wait minutes for the cardholder's answer.
    const result = await (paying
      ? paying.submit(values)
      : Promise.race([submitUnpaid(values), silentLine()]));
    if (result === undefined) {
      fail(notReached());
      return [];
    }
    if (result.kind === 'success') {
      dropDraft();
      onSent({
        payment: paying ? paying.paymentTaken(result.next) : 'not-told',
        reference: parameterOf(result.next, REFERENCE_PARAMETER),
        name: String(values.get('name')),
        email: String(values.get('email')),
      });
      return [];
    }
    if (!paying) {
      const { fields, detail } = submissionProblem(result, labels);
      fail(detail);
      return fields;
    }
    const { fields, detail, isKnown, works } = paying.paymentProblem(result, labels);
    if (isKnown) attempt.current = undefined;
    // No payment can succeed, so the next press sends the message without one.
    if (!works) setPaying(false);
    fail(detail);
    return fields;
  };

  const checked = useCheckedForm(SENTENCES, submit, (values) => {
    const message = String(values.get('message'));
    const found: FieldProblem[] = [];
    if (isTooLong(message, MESSAGE_MAX_LENGTH)) found.push({ field: 'message', message: tooLong(message) });
    if (payment && isPaying && !card.current?.isReady())
      found.push({ field: PAYMENT_FIELDS.method, message: `${payment.label} ${payment.incomplete}` });
    return found;
  });

  const element = checked.formProps.ref;
  const dropDraft = useDraft(form, element);
  const known = sender ?? user;
  useEffect(() => {
    if (!element.current || !known) return;
    fill(element.current, 'name', known.name);
    fill(element.current, 'email', known.email);
  }, [element, known]);

  return (
    <CheckedForm
      form={checked}
      onReset={() => {
        checked.clearProblems();
        setNotice(null);
        setPaying(false);
        attempt.current = undefined;
      }}
      action={formAddress(service, form)}
      className="grid grid-cols-1 gap-5"
      aria-label={words.legend}
    >
      <Banner message={notice} onDismiss={() => setNotice(null)} />
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <TextField label={labels.name} name="name" autoComplete="name" dir="auto" required />
        <AddressField label={labels.email} known={user?.email} />
      </div>
      <TextArea
        label={labels.message}
        name="message"
        rows={MESSAGE_ROWS}
        required
        // The pressed button “Send another” was removed, so the focus moves here.
        autoFocus={!!sender}
        hint={words.messageHint}
      />
      {/* Honeypot: only bots fill it in. */}
      <div className="sr-only" aria-hidden="true">
        <input name="_gotcha" tabIndex={-1} autoComplete="off" aria-label={FORM_WORDS.trap} />
      </div>
      {PAYMENT && payment && (
        <PAYMENT.Part
          words={payment}
          endpoint={endpoint}
          formKey={service[form]}
          isOpen={isPaying}
          onToggle={(isOpen) => {
            setPaying(isOpen);
            checked.clearProblem(PAYMENT_FIELDS.method);
          }}
          busy={checked.busy}
          problem={checked.problems[PAYMENT_FIELDS.method]}
          onChange={() => checked.clearProblem(PAYMENT_FIELDS.method)}
          card={card}
        />
      )}
      <Notice name={form} />
      <div>
        <SubmitButton busyLabel={words.busy}>
          {(payment && isPaying && PAYMENT?.withAmount(payment.submit, payment)) || words.submit}
        </SubmitButton>
      </div>
    </CheckedForm>
  );
}

function fill(element: HTMLFormElement, name: string, value: string): void {
  const control = element.elements.namedItem(name);
  if (control instanceof HTMLInputElement && control.value === '') control.value = value;
}

/** Resolves when an answer is late (docs/product.md, "Not found and errors"). The library itself waits for ever. */
function silentLine(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, networkTimeoutMs()));
}

type SentNoticeProps = {
  readonly words: MessageFormWords;
  readonly address: string;
  readonly reference: string | null;
  readonly paid: string | undefined;
  readonly onAgain: () => void;
};

/** Shows that the message was sent. Takes the focus, because the focused button is unmounted. */
function SentNotice({ words, address, reference, paid, onAgain }: SentNoticeProps) {
  return (
    <div className="grid gap-4 py-6">
      <p ref={takeFocus} tabIndex={-1} className="font-display text-title leading-[1.2] font-bold">
        {words.success}
      </p>
      {paid && <p role="status">{paid}</p>}
      <p className="wrap-anywhere text-soft">
        {reference !== null && `${filled(FORM_WORDS.receipt, { reference, address })} `}
        {words.afterwards}
      </p>
      <div>
        <Button onClick={onAgain}>{words.again}</Button>
      </div>
    </div>
  );
}

function tooLong(message: string): string {
  return filled(MESSAGE_TOO_LONG, {
    max: MESSAGE_MAX_LENGTH.toLocaleString(SITE_LANGUAGE),
    length: countCharacters(message).toLocaleString(SITE_LANGUAGE),
  });
}
