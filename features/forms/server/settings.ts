import { z } from 'zod';
import { isAddress } from '#contract/address.ts';
import { FORMS } from '#features/forms/contract.ts';
import { httpUrl, overHttps, wholeNumber } from '#server/settings/fields.ts';
import { type SettingsOf, settingsPart } from '#server/settings/settings-part.ts';

/** The path that a form is posted to is put behind it, and it stands in pages and policies as it is. */
const formEndpoint = httpUrl('https://formspree.io').refine(
  (value) => /^https?:\/\/[\w.:[\]-]+(?:\/[\w.~/-]*)?$/.test(value),
  { message: 'must be scheme and host, perhaps with a path, like https://formspree.io', abort: true },
);

/** It becomes part of an address, and stands in pages. */
const formKey = z.string().regex(/^[\w-]{1,64}$/, 'must be letters, digits, - and _');

const NEEDS_ENDPOINT = 'is a key of a hosted form service: set FORM_ENDPOINT as well';

export const formsSettings = settingsPart({
  fields: {
    FORM_ENDPOINT: overHttps(formEndpoint, 'what visitors write is').default(''),
    FORM_CONTACT_KEY: formKey.default(FORMS.contact),
    FORM_FEEDBACK_KEY: formKey.default(FORMS.feedback),
    FORM_NOTIFY_TO: z.string().refine(isAddress, 'must be an email address').optional(),
    GRIEVANCE_DAYS: wholeNumber(1, 90).default(30),
  },
  shown: {
    FORM_ENDPOINT: 'host',
    FORM_CONTACT_KEY: 'value',
    FORM_FEEDBACK_KEY: 'value',
    FORM_NOTIFY_TO: 'value',
    GRIEVANCE_DAYS: 'value',
  },
  problems: ({ FORM_ENDPOINT, FORM_CONTACT_KEY, FORM_FEEDBACK_KEY }) => [
    FORM_ENDPOINT === '' &&
      FORM_CONTACT_KEY !== FORMS.contact && ['FORM_CONTACT_KEY', NEEDS_ENDPOINT, 'FORM_ENDPOINT'],
    FORM_ENDPOINT === '' &&
      FORM_FEEDBACK_KEY !== FORMS.feedback && ['FORM_FEEDBACK_KEY', NEEDS_ENDPOINT, 'FORM_ENDPOINT'],
  ],
  values: (env) => ({
    formEndpoint: env.FORM_ENDPOINT,
    formContactKey: env.FORM_CONTACT_KEY,
    formFeedbackKey: env.FORM_FEEDBACK_KEY,
    formNotifyTo: env.FORM_NOTIFY_TO,
    /** Days within which a request about personal data is answered. */
    grievanceDays: env.GRIEVANCE_DAYS,
  }),
});

declare module '#server/settings/settings.ts' {
  interface Settings extends SettingsOf<typeof formsSettings> {}
}
