import { CONTACT } from '#content/contact.ts';
import { FEEDBACK } from '#content/feedback.ts';
import { FORM_TITLES } from '#content/form-service.ts';
import { FORM_WORDS, type MessageFormWords } from '#content/forms.ts';
import type { NoticeName } from '#content/notices.ts';
import { PAGES } from '#content/page-paths.ts';
import { EMAIL_MAX_LENGTH, MESSAGE_MAX_LENGTH, MESSAGE_ROWS, PROFILE_NAME_MAX } from '#contract/limits.ts';
import { FORMS, type FormName } from '#features/forms/contract.ts';
import type { AppDeps } from '#server/feature.ts';
import type {} from './slots.ts';

export type FormField = {
  readonly name: string;
  /** The field's label on the page. Error sentences begin with it (docs/product.md, "Form fields"). */
  readonly label: string;
  readonly type: 'text' | 'email' | 'numeric' | 'choice';
  readonly options?: readonly string[];
  readonly required: boolean;
  readonly max: number;
  readonly rows?: number;
};

/** A form (docs/guides/add-a-page-with-a-form.md). Fields besides `name`, `email` and `message` share one column. */
export type FormDefinition = {
  /** The form's key in URLs: letters, digits, `-` and `_`. */
  readonly name: string;
  readonly title: string;
  readonly submit: string;
  /** If false, every submission is refused with INACTIVE. */
  readonly active: boolean;
  readonly page: string;
  readonly thanks: string;
  readonly fields: readonly FormField[];
  readonly notice?: NoticeName;
  /** Submissions get a due date (`GRIEVANCE_DAYS`). The sender and the operator are told the date. */
  readonly hasDueDate?: true;
  /** The limits for files. `bytes` is the sum for one submission. If absent, files are refused. */
  readonly files?: { readonly count: number; readonly bytes: number };
  /** The price in the currency's smallest unit. If absent, payments are refused. */
  readonly payment?: { readonly amount: number; readonly currency: string };
  /** The other sites that may send the form. All others are refused with BLOCKED. If absent, any site may send it. */
  readonly origins?: readonly string[];
};

export const FORM_DEFINITIONS: readonly FormDefinition[] = [
  {
    ...messageForm('contact', CONTACT.form, PAGES.contact, PAGES.contactThanks),
    payment: { amount: CONTACT.payment.amount, currency: CONTACT.payment.currency },
  },
  messageForm('feedback', FEEDBACK.form, PAGES.feedback, PAGES.feedbackThanks),
];

declare module '#server/feature.ts' {
  interface AppDeps {
    readonly forms?: readonly FormDefinition[];
  }
}

/** Returns the forms of the site and of its features. */
export function formsOf({ forms = FORM_DEFINITIONS, features }: Pick<AppDeps, 'features' | 'forms'>) {
  return [...forms, ...features.flatMap((feature) => feature.forms ?? [])];
}

/** The title of a form, or the name of a form that no longer exists. */
export function titleOf(forms: readonly FormDefinition[], name: string): string {
  return forms.find((form) => form.name === name)?.title ?? name;
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
