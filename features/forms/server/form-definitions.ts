import { CONTACT } from '#content/contact.ts';
import { FEEDBACK } from '#content/feedback.ts';
import { FORM_TITLES } from '#content/form-service.ts';
import { FORM_WORDS, type MessageFormWords } from '#content/forms.ts';
import type { NoticeName } from '#content/notices.ts';
import { PAGES } from '#content/page-paths.ts';
import { EMAIL_MAX_LENGTH, MESSAGE_MAX_LENGTH, MESSAGE_ROWS, PROFILE_NAME_MAX } from '#contract/limits.ts';
import { FORM_PROJECT, FORMS, type FormName } from '#features/forms/contract.ts';
import type { AppDeps } from '#server/feature.ts';
import { type FormRefusal, refusalOf } from './form-refusal.ts';
import type {} from './slots.ts';

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

/** The forms of the site (docs/product.md, "Forms"), but for those of features. */
export const FORM_DEFINITIONS: readonly FormDefinition[] = [
  {
    ...messageForm('contact', CONTACT.form, PAGES.contact, PAGES.contactThanks),
    payment: { amount: CONTACT.payment.amount, currency: CONTACT.payment.currency },
  },
  messageForm('feedback', FEEDBACK.form, PAGES.feedback, PAGES.feedbackThanks),
];

declare module '#server/feature.ts' {
  interface AppDeps {
    /** By tests, in place of `FORM_DEFINITIONS`. */
    readonly forms?: readonly FormDefinition[];
  }
}

export function withForms<D extends AppDeps>(deps: D): D & { readonly forms: readonly FormDefinition[] } {
  const ofFeatures = deps.features.flatMap(({ forms = [] }) => forms);
  return { ...deps, forms: [...(deps.forms ?? FORM_DEFINITIONS), ...ofFeatures] };
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
