import { pino } from 'pino';
import { TEST_MAIL } from '#content/mails.ts';
import { inTime } from '#server/metrics/collect-gauges.ts';
import { printableLine } from '#server/printable-text.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { OutgoingMail } from './mail-queue.ts';
import { createSmtpDelivery, WHOLE_DELIVERY_MS } from './smtp.ts';

/** `sentence` tells the operator the result, and quotes the mail server. */
export type TestMailResult = { readonly kind: 'accepted' | 'failed'; readonly sentence: string };

/**
 * Sends one test mail with the site’s transport, sender and settings. Never rejects.
 *
 * @param within milliseconds to wait for the answer; by default as long as the mail worker does
 */
export async function sendTestMail(
  { smtpUrl: url, mailFrom: from, origin }: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'origin'>,
  { id, to, createdAt }: Pick<OutgoingMail, 'id' | 'to' | 'createdAt'>,
  within = WHOLE_DELIVERY_MS,
): Promise<TestMailResult> {
  const failed = (sentence: string): TestMailResult => ({ kind: 'failed', sentence });
  if (url === undefined)
    return failed('No email was sent: SMTP_URL is not set, so this site cannot send any email.');
  const server = `The mail server ${new URL(url).host}`;
  const log = pino({ enabled: false });
  const { deliver, close } = createSmtpDelivery({ url, from, messageIdHost: new URL(origin).hostname, log });
  const sending = deliver({ id, to, createdAt, ...TEST_MAIL, html: '', replyTo: undefined });
  const late = { kind: 'temporary', reason: `no answer within ${within / 1_000} seconds` } as const;
  const result = (await inTime(sending, within)) ?? late;
  close();
  if (result.kind === 'sent') {
    const reply = printableLine(result.reply ?? '');
    const sentence = `${server} accepted the test email to ${to}: “${reply}”. If it does not arrive, look in the spam folder.`;
    return { kind: 'accepted', sentence };
  }
  // A reply of the mail server begins with its code; any other reason is an error of the connection.
  const hasReplied = /(?:^|: )[2-5]\d\d\b/.test(result.reason);
  return failed(
    hasReplied
      ? `${server} refused the test email to ${to}: “${result.reason}”.`
      : `${server} ${result.reason.startsWith('CONN') ? 'could not be reached' : 'did not accept the test email'}: ${result.reason}.`,
  );
}
