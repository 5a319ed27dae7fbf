import { pino } from 'pino';
import { TEST_MAIL } from '#content/mails.ts';
import type { OutgoingMail } from '#server/mail/delivery.ts';
import { createSmtpDelivery } from '#server/mail/smtp.ts';
import { printableLine } from '#server/printable-text.ts';
import { readSettings } from '#server/settings/settings.ts';

/** `sentence` tells the operator what became of the mail, in the words of the mail server. */
export type TestMailResult = { readonly kind: 'accepted' | 'failed'; readonly sentence: string };

/** Sends one mail as the site would: same transport, sender and settings. Never rejects. */
export async function sendTestMail(
  env: Readonly<Record<string, string | undefined>>,
  { id, to, createdAt }: Pick<OutgoingMail, 'id' | 'to' | 'createdAt'>,
): Promise<TestMailResult> {
  const failed = (sentence: string): TestMailResult => ({ kind: 'failed', sentence });
  if ((env.SMTP_URL ?? '').trim() === '')
    return failed('No mail was sent: SMTP_URL is not set, so this site cannot send any mail.');
  const read = readSettings(env);
  if (read.kind === 'invalid') {
    const problems = read.problems.map(({ name, problem }) => `${name} ${problem}`);
    return failed(`No mail was sent: ${problems.join('; ')}.`);
  }
  const { smtpUrl: url = '', mailFrom: from, origin } = read.settings;
  const server = `The mail server ${new URL(url).host}`;
  const log = pino({ enabled: false });
  const { deliver, close } = createSmtpDelivery({ url, from, messageIdHost: new URL(origin).hostname, log });
  const result = await deliver({ id, to, createdAt, ...TEST_MAIL, html: '', replyTo: undefined });
  close();
  if (result.kind === 'sent') {
    const reply = printableLine(result.reply ?? '');
    const sentence = `${server} accepted the test mail to ${to}: “${reply}”. If it does not arrive, look in the spam folder.`;
    return { kind: 'accepted', sentence };
  }
  // A reply begins with its code; without one there is only what kept us from getting a reply.
  const hasReplied = /(?:^|: )[2-5]\d\d\b/.test(result.reason);
  return failed(
    hasReplied
      ? `${server} refused the test mail to ${to}: “${result.reason}”.`
      : `${server} ${result.reason.startsWith('CONN') ? 'could not be reached' : 'did not take the test mail'}: ${result.reason}.`,
  );
}
