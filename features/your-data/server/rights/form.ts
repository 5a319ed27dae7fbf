import { REQUESTS, RIGHTS_WORDS } from '#content/features/your-data-rights.ts';
import { PAGES } from '#content/page-paths.ts';
import { EMAIL_MAX_LENGTH, MESSAGE_MAX_LENGTH, MESSAGE_ROWS } from '#contract/limits.ts';
import type { FormDefinition } from '#features/forms/server/form-definitions.ts';
import { RIGHTS_FORM, RIGHTS_PAGES } from '#features/your-data/rights-contract.ts';

const WORDS = RIGHTS_WORDS.form;

/** The form for requests about personal data; each request has a due date. */
export const rightsForm: FormDefinition = {
  name: RIGHTS_FORM,
  title: WORDS.title,
  submit: WORDS.submit,
  active: true,
  page: PAGES.rights,
  thanks: RIGHTS_PAGES.sent,
  hasDueDate: true,
  fields: [
    { name: 'request', label: WORDS.request, type: 'choice', options: REQUESTS, required: true, max: 100 },
    { name: 'email', label: WORDS.email, type: 'email', required: true, max: EMAIL_MAX_LENGTH },
    {
      name: 'message',
      label: WORDS.message,
      type: 'text',
      required: true,
      max: MESSAGE_MAX_LENGTH,
      rows: MESSAGE_ROWS,
    },
  ],
};
