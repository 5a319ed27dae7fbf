import { MAILS } from '#content/features.ts';
import type { MailTemplates } from '#server/mail/templates.ts';

export const SAMPLE_MAILS: MailTemplates = Object.fromEntries(
  MAILS.map(({ name, values: given }) => {
    const values = Object.keys(given).map((value) => `{${value}}`);
    return [name, { subject: 'Hello', text: values.join(' '), html: values.join(' ') }];
  }),
);
