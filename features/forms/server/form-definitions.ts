import { CONTACT } from '#content/contact.ts';
import { REQUESTS, RIGHTS_WORDS } from '#content/features/your-data-rights.ts';
import { FEEDBACK } from '#content/feedback.ts';
import { FORM_TITLES } from '#content/form-service.ts';
import { FORM_WORDS, type MessageFormWords } from '#content/forms.ts';
import type { NoticeName } from '#content/notices.ts';
import { PAGES } from '#content/page-paths.ts';
import { EMAIL_MAX_LENGTH, MESSAGE_MAX_LENGTH, MESSAGE_ROWS, PROFILE_NAME_MAX } from '#contract/limits.ts';
import { FORM_PROJECT, FORMS, type FormName } from '#features/forms/contract.ts';
import { RIGHTS_FORM, RIGHTS_PAGES } from '#features/your-data/rights-contract.ts';
import type { AppDeps } from '#server/feature.ts';
import { type FormRefusal, refusalOf } from './form-refusal.ts';

export type FormField = {
  readonly name: string;
  /** What the field is called on the page; a problem's sentence stands after it (docs/product.md, "Form fields"). */
  readonly label: string;
  readonly type: 'text' | 'email' | 'numeric' | 'choice';
  /** Of a choice: what can be chosen. */
  readonly options?: readonly string[];
  readonly required: boolean;
  /** Characters. */
  readonly max: number;
  /** Shown as a box of that many rows; absent for one line. */
  readonly rows?: number;
};

/**
 * A form of the service (docs/guides/add-a-page-with-a-form.md). `name`, `email` and `message` have columns; other fields are kept
 * as text beside them.
 */
export type FormDefinition = {
  /** Its key in the address: letters, digits, `-` and `_`. */
  readonly name: string;
  readonly title: string;
  readonly submit: string;
  /** False: every submission is refused with INACTIVE. */
  readonly active: boolean;
  /** Path of the page that shows it, and of the one that says thank you. */
  readonly page: string;
  readonly thanks: string;
  readonly fields: readonly FormField[];
  /** The notice below its fields; absent for none. */
  readonly notice?: NoticeName;
  /** Its sender is told by when we answer (`GRIEVANCE_DAYS`), and the operator is reminded. `thanks` gets the submission as `?id=`. */
  readonly hasDueDate?: true;
  /** Absent: a file is refused with NO_FILE_UPLOADS. `bytes` is for all files of a submission together. */
  readonly files?: { readonly count: number; readonly bytes: number };
  /** What a card is charged, in the currency's smallest unit, when a sender adds a payment; absent: payments are refused. */
  readonly payment?: { readonly amount: number; readonly currency: string };
  /** Origins that may send it, the site's own always among them; absent: any. Others are refused with BLOCKED. */
  readonly origins?: readonly string[];
};

/** The forms of the site (docs/product.md, "Forms"). */
export const FORM_DEFINITIONS: readonly FormDefinition[] = [
  {
    ...messageForm('contact', CONTACT.form, PAGES.contact, PAGES.contactThanks),
    payment: { amount: CONTACT.payment.amount, currency: CONTACT.payment.currency },
  },
  messageForm('feedback', FEEDBACK.form, PAGES.feedback, PAGES.feedbackThanks),
  rightsForm(),
];

declare module '#server/feature.ts' {
  interface AppDeps {
    /** The forms of the site, unless a test says otherwise. */
    readonly forms?: readonly FormDefinition[];
  }
}

export function withForms<D extends AppDeps>(deps: D): D & { readonly forms: readonly FormDefinition[] } {
  return { ...deps, forms: deps.forms ?? FORM_DEFINITIONS };
}

/** The form at an address; the refusal when the project or the form is not known. */
export function findForm(
  forms: readonly FormDefinition[],
  project: string | undefined,
  name: string | undefined,
): { readonly kind: 'found'; readonly form: FormDefinition } | FormRefusal {
  if (project !== undefined && project !== FORM_PROJECT) return refusalOf('PROJECT_NOT_FOUND');
  const form = forms.find((candidate) => candidate.name === name);
  return form === undefined ? refusalOf('FORM_NOT_FOUND') : { kind: 'found', form };
}

function messageForm(form: FormName, words: MessageFormWords, page: string, thanks: string): FormDefinition {
  return {
    name: FORMS[form],
    title: FORM_TITLES[form],
    submit: words.submit,
    active: true,
    notice: form,
    page,
    thanks,
    fields: [
      { name: 'name', label: FORM_WORDS.name, type: 'text', required: true, max: PROFILE_NAME_MAX },
      { name: 'email', label: FORM_WORDS.email, type: 'email', required: true, max: EMAIL_MAX_LENGTH },
      {
        name: 'message',
        label: words.messageLabel,
        type: 'text',
        required: true,
        max: MESSAGE_MAX_LENGTH,
        rows: MESSAGE_ROWS,
      },
    ],
  };
}

function rightsForm(): FormDefinition {
  const { form } = RIGHTS_WORDS;
  return {
    name: RIGHTS_FORM,
    title: form.title,
    submit: form.submit,
    active: true,
    page: PAGES.rights,
    thanks: RIGHTS_PAGES.sent,
    hasDueDate: true,
    fields: [
      { name: 'request', label: form.request, type: 'choice', options: REQUESTS, required: true, max: 100 },
      { name: 'email', label: form.email, type: 'email', required: true, max: EMAIL_MAX_LENGTH },
      {
        name: 'message',
        label: form.message,
        type: 'text',
        required: true,
        max: MESSAGE_MAX_LENGTH,
        rows: MESSAGE_ROWS,
      },
    ],
  };
}
