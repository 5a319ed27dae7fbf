import { FORMS_API, pathFor } from './paths.ts';
import type { PublicSettings } from './public-settings.ts';

/** The forms of the site: their keys at our own form service. */
export const FORMS = { contact: 'contact', feedback: 'feedback' } as const;
export type FormName = keyof typeof FORMS;

/** What the form-service codes of spec §8 mean to a visitor: code → sentence with a next step. */
export const FORM_ERRORS = {
  BLOCKED: 'This form does not take messages from here. Please write to us by email.',
  EMPTY: 'There was nothing in the message. Please fill in the form and send it again.',
  FILES_TOO_BIG: 'The files are too big. Please leave some out and send it again.',
  FORM_NOT_FOUND: 'This form is not connected yet. Please write to us by email.',
  INACTIVE: 'This form is switched off at the moment. Please write to us by email.',
  NO_FILE_UPLOADS: 'This form takes no files. Please send the message without them.',
  PROJECT_NOT_FOUND: 'This form is not connected yet. Please write to us by email.',
  TOO_MANY_FILES: 'There are too many files. Please leave some out and send it again.',
} as const;

/** Field codes of the protocol (spec §8). The sentences that go with them are the form service's own. */
export const FORM_FIELD_CODES = [
  'REQUIRED_FIELD_EMPTY',
  'REQUIRED_FIELD_MISSING',
  'TYPE_EMAIL',
  'TYPE_NUMERIC',
  'TYPE_TEXT',
  'STRIPE_CLIENT_ERROR',
  'STRIPE_SCA_ERROR',
] as const;
export type FormFieldCode = (typeof FORM_FIELD_CODES)[number];

/** The form fields that carry a card payment; they are the library's. */
export const PAYMENT_FIELDS = {
  /** Stripe's id of the card, on the first post. */
  method: 'paymentMethod',
  /** Stripe's id of the payment, once the cardholder's bank has agreed. */
  intent: 'paymentIntent',
  /** What the first post was answered with; goes with the payment. */
  resubmitKey: 'resubmitKey',
} as const;

/** Why a card payment was not taken: a field code, and what stands after the label of the card field. */
export const PAYMENT_ERRORS = {
  /** `{reason}` is Stripe's sentence for the cardholder. */
  DECLINED: {
    code: 'STRIPE_CLIENT_ERROR',
    message: 'was not charged. {reason} Please try another card, or send the message without a payment.',
  },
  CARD_NOT_USABLE: {
    code: 'STRIPE_CLIENT_ERROR',
    message: 'could not be used, and was not charged. Please enter it once more.',
  },
  NOT_SET_UP: {
    code: 'STRIPE_CLIENT_ERROR',
    message: 'payments are not taken here, and nothing was charged. Please send the message without one.',
  },
  NOT_REACHED: {
    code: 'STRIPE_CLIENT_ERROR',
    message:
      'was not charged: the payment service cannot be reached. Please try again in a few minutes, or send the message without a payment.',
  },
  NOT_KNOWN: {
    code: 'STRIPE_CLIENT_ERROR',
    message:
      'payment is open: the payment service has not told us yet whether it went through. Your message is kept, and counts as soon as it did. Sending the same message again today never charges twice.',
  },
  NOT_CONFIRMED: {
    code: 'STRIPE_SCA_ERROR',
    message: 'was not charged: the bank did not confirm the payment. Please send the message again.',
  },
  NOT_OURS: {
    code: 'STRIPE_SCA_ERROR',
    message:
      'payment could not be finished: its confirmation belongs to another message, or came too late. Please send the message again; it is never charged twice.',
  },
} as const satisfies Record<string, { code: FormFieldCode; message: string }>;

/** `{project}` of `POST /p/{project}/f/{form}` (decisions §5). */
export const FORM_PROJECT = 'site';

export function isFormErrorCode(code: string): code is keyof typeof FORM_ERRORS {
  return Object.hasOwn(FORM_ERRORS, code);
}

/** Where a form is sent: a path of this site, or the whole address at a hosted form service where one is set. */
export function formAddress(service: PublicSettings['forms'], form: FormName): string {
  return service.endpoint + pathFor(FORMS_API.submit, service[form]);
}
