import { FORMS_API, pathFor } from '#contract/paths.ts';
import { FORM_ERRORS } from './refusals.ts';

export const FORMS = { contact: 'contact', feedback: 'feedback' } as const;
export type FormName = keyof typeof FORMS;

/** The form fields of a card payment. Formspree's library fixes all names except `attempt`. */
export const PAYMENT_FIELDS = {
  method: 'paymentMethod',
  /** Stripe's id of the payment, sent after the cardholder's bank has agreed. */
  intent: 'paymentIntent',
  /** The key from the server’s first answer, sent back with the payment. */
  resubmitKey: 'resubmitKey',
  /** Identifies a payment while the visitor corrects the form. Replaces an Idempotency-Key header. */
  attempt: '_attempt',
} as const;

/** The server adds this query parameter to `next`: the reference of the message. Formspree's library passes on only `next`. */
export const REFERENCE_PARAMETER = 'reference';

/** The server adds this query parameter to `next` to tell whether a payment was taken. */
export const PAYMENT_TAKEN = { parameter: 'payment', yes: 'taken', no: 'none' } as const;

/** The `{project}` in the address `POST /p/{project}/f/{form}` (docs/product.md, "Forms"). */
export const FORM_PROJECT = 'site';

export function isFormErrorCode(code: string): code is keyof typeof FORM_ERRORS {
  return Object.hasOwn(FORM_ERRORS, code);
}

export type FormSettings = {
  /** The scheme and host of a hosted form service (empty for our own server), and the key of each form there. */
  readonly forms: { readonly endpoint: string } & Readonly<Record<FormName, string>>;
};

/** The values that these settings have in the built page. The server replaces them by its own values. */
export const FORM_SETTINGS: FormSettings = { forms: { endpoint: '', ...FORMS } };

/** The address to post to: a path of this site, or the full address at a hosted form service. */
export function formAddress(service: FormSettings['forms'], form: FormName): string {
  return service.endpoint + pathFor(FORMS_API.submit, service[form]);
}
