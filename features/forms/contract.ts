import { FORMS_API, pathFor } from '#contract/paths.ts';
import { FORM_ERRORS } from './refusals.ts';

/** The forms of the site: their keys at our own form service. */
export const FORMS = { contact: 'contact', feedback: 'feedback' } as const;
export type FormName = keyof typeof FORMS;

/** The form fields that carry a card payment; but for the last they are the library's. */
export const PAYMENT_FIELDS = {
  /** Stripe's id of the card, on the first post. */
  method: 'paymentMethod',
  /** Stripe's id of the payment, once the cardholder's bank has agreed. */
  intent: 'paymentIntent',
  /** What the first post was answered with; goes with the payment. */
  resubmitKey: 'resubmitKey',
  /** Names what the visitor is about to pay, whatever they correct: counts as an Idempotency-Key, which the library cannot send. */
  attempt: '_attempt',
} as const;

/**
 * What the address `next` says of the payment when a post that carried one was accepted: the library passes on nothing else. A
 * page that finds no such word knows nothing of a payment.
 */
export const PAYMENT_TAKEN = { parameter: 'payment', yes: 'taken', no: 'none' } as const;

/** `{project}` of `POST /p/{project}/f/{form}` (docs/product.md, "Forms"). */
export const FORM_PROJECT = 'site';

export function isFormErrorCode(code: string): code is keyof typeof FORM_ERRORS {
  return Object.hasOwn(FORM_ERRORS, code);
}

/** What pages know of the settings. */
export type FormSettings = {
  /** Where the forms are sent: scheme and host of a hosted form service, empty for our own server; and their keys there. */
  readonly forms: { readonly endpoint: string } & Readonly<Record<FormName, string>>;
};

/** Before any server wrote into a page. */
export const FORM_SETTINGS: FormSettings = { forms: { endpoint: '', ...FORMS } };

/** Where a form is sent: a path of this site, or the whole address at a hosted form service where one is set. */
export function formAddress(service: FormSettings['forms'], form: FormName): string {
  return service.endpoint + pathFor(FORMS_API.submit, service[form]);
}
