import { z } from 'zod';
import { BRAND } from '#content/brand.ts';
import { isAddress } from '#contract/address.ts';
import {
  FORM_SETTINGS,
  FORMS,
  type FormName,
  type FormSettings,
  formAddress,
} from '#features/forms/contract.ts';
import { type LaunchCheck, otherHostChecks } from '#server/settings/launch-checks.ts';
import type { FeaturePages } from '#server/settings/page-rules.ts';
import { isSample } from '#server/settings/sample-content.ts';
import type { Settings } from '#server/settings/settings.ts';
import {
  httpUrl,
  overHttps,
  type SettingsOf,
  settingsPart,
  wholeNumber,
} from '#server/settings/settings-part.ts';

/** The address of a hosted form service, with form paths appended. Pages and security policies contain it unchanged. */
const formEndpoint = httpUrl('https://formspree.io').refine(
  (value) => /^https?:\/\/[\w.:[\]-]+(?:\/[\w.~/-]*)?$/.test(value),
  { message: 'must be scheme and host, perhaps with a path, like https://formspree.io', abort: true },
);

/** The key of a form at a hosted form service. It becomes part of a URL and is written into pages. */
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
    grievanceDays: env.GRIEVANCE_DAYS,
  }),
});

declare module '#server/settings/settings.ts' {
  interface Settings extends SettingsOf<typeof formsSettings> {}
}

export function notificationAddress({ formNotifyTo }: Settings): string {
  return formNotifyTo ?? BRAND.contactEmail;
}

export const formLaunchChecks: readonly LaunchCheck[] = [
  {
    setting: 'FORM_NOTIFY_TO',
    weight: 'blocks',
    fix: 'set the address that reads them',
    problem: ({ FORM_NOTIFY_TO: address }) =>
      address !== undefined &&
      isSample(address) &&
      `is still the sample ${address}: nobody would hear of contact and feedback messages`,
  },
  ...otherHostChecks(
    'FORM_ENDPOINT',
    'what visitors write',
    'set the address of your form service; leave it out to keep messages on this server',
  ),
  {
    setting: 'FORM_NOTIFY_TO',
    weight: 'advice',
    fix: 'set it if someone else reads them; otherwise there is nothing to do',
    problem: ({ FORM_NOTIFY_TO, FORM_ENDPOINT }) =>
      FORM_NOTIFY_TO === undefined &&
      FORM_ENDPOINT === undefined &&
      'is not set: messages from the forms are emailed to the contactEmail of content/brand.ts',
  },
  ...['FORM_CONTACT_KEY', 'FORM_FEEDBACK_KEY'].map(
    (setting): LaunchCheck => ({
      setting,
      weight: 'advice',
      fix: 'set the key of the form there',
      problem: (env) =>
        env.FORM_ENDPOINT !== undefined &&
        env[setting] === undefined &&
        'is not set: hosted form services make keys of their own',
    }),
  ),
];

const FORM_NAMES = Object.keys(FORMS) as readonly FormName[];

/**
 * Writes the configured form address into the pages, which need it before React hydrates. The address needs no escaping: the
 * check of `FORM_ENDPOINT` above allows only characters that are safe in HTML.
 */
export function formPages({ formEndpoint, formContactKey, formFeedbackKey }: Settings): FeaturePages {
  const forms = { endpoint: formEndpoint, contact: formContactKey, feedback: formFeedbackKey };
  const actionOf = (service: FormSettings['forms'], form: FormName) =>
    ` action="${formAddress(service, form)}"`;
  return {
    publicSettings: { forms } satisfies FormSettings,
    calls: [formEndpoint],
    rewrite: (html) =>
      FORM_NAMES.reduce(
        (text, form) => text.replaceAll(actionOf(FORM_SETTINGS.forms, form), actionOf(forms, form)),
        html,
      ),
  };
}
