import { MAILS } from '#content/features.ts';
import type { MailTemplates } from '#server/mail/templates.ts';

/** Templates of every mail whose bodies are the values that it takes, one after the other. */
export const SAMPLE_MAILS: MailTemplates = Object.fromEntries(
  MAILS.map(({ name, values: given }) => {
    const values = Object.keys(given).map((value) => `{${value}}`);
    return [name, { subject: 'Hello', text: values.join(' '), html: values.join(' ') }];
  }),
);
