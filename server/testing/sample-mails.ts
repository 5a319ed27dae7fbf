import { MAIL_KINDS, MAIL_VALUES } from '#content/mails.ts';
import type { MailTemplates } from '#server/mail/templates.ts';

/** Templates of every kind whose bodies are the values that it takes, one after the other. */
export const SAMPLE_MAILS = Object.fromEntries(
  MAIL_KINDS.map((kind) => {
    const values = Object.keys(MAIL_VALUES[kind]).map((name) => `{${name}}`);
    return [kind, { subject: 'Hello', text: values.join(' '), html: values.join(' ') }];
  }),
) as MailTemplates;
