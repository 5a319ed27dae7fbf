import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type Logger, pino } from 'pino';
import { TEST_MAIL } from '#content/mails.ts';
import { needsSmtpUtf8 } from '#contract/address.ts';
import { inTime } from '#server/metrics/collect-gauges.ts';
import { printableLine } from '#server/printable-text.ts';
import type { Settings } from '#server/settings/settings.ts';
import { isLoopbackHost } from '#server/settings/settings-part.ts';
import { keepFor, MINUTE_MS } from '#server/time.ts';
import { type DeliveryResult, MAILS_AT_ONCE, type OutgoingMail } from './mail-queue.ts';

export type SmtpDelivery = ReturnType<typeof createSmtpDelivery>;

/**
 * The milliseconds that a mail server may take to accept a mail (RFC 5321 §4.5.3.2.6). If the site stopped waiting earlier, the
 * server might still accept the mail, and it would arrive twice.
 */
const SILENCE_MS = 10 * MINUTE_MS;
/** The longest time for the delivery of one mail, whatever the mail server does. */
const WHOLE_DELIVERY_MS = SILENCE_MS + MINUTE_MS;

const ANSWER_MS = 10_000;
const OFFER_KEPT_MS = 10 * MINUTE_MS;

/** Addresses must match this pattern, because nodemailer would read `a@x.org, b@y.org` as two recipients. */
const ONE_PLAIN_ADDRESS = /^[^\s<>(),;:\\"@]+@[^\s<>(),;\\"@]+$/;

/**
 * Delivers mails over pooled connections. The certificate of a mail server on this machine is checked only if the URL has
 * `tls.rejectUnauthorized=true`, because Debian’s Postfix has a self-signed certificate.
 * @param from `Name <address>` or an address; also the sender of the envelope
 * @param messageIdHost for EHLO and the Message-ID, which is the same in every attempt, so that receivers can drop duplicates
 */
export function createSmtpDelivery({
  url,
  from,
  messageIdHost,
  log,
}: {
  url: string;
  from: string;
  messageIdHost: string;
  log: Logger;
}) {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAILS_AT_ONCE,
    // This retry is only for a pooled connection that the server has closed. The outbox does all other retries.
    maxRequeues: 1,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    dnsTimeout: ANSWER_MS,
    socketTimeout: SILENCE_MS,
    name: messageIdHost,
    tls: { rejectUnauthorized: !isLoopbackHost(new URL(url).hostname) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  if (transport.options.tls?.rejectUnauthorized === false)
    log.info('the mail server is on this machine, so its certificate is not checked');
  const offersSmtpUtf8 = keepFor(OFFER_KEPT_MS, () => askOffer(transport.options));
  const sender = mailboxOf(from);

  return {
    deliver: async (mail: OutgoingMail): Promise<DeliveryResult> => {
      const { id, to, replyTo, leaveLink, subject, text, html, createdAt } = mail;
      if (!ONE_PLAIN_ADDRESS.test(to)) return { kind: 'refused', reason: 'not one plain address' };
      const isUnicode = needsSmtpUtf8(to);
      try {
        if (isUnicode && !(await offersSmtpUtf8())) return { kind: 'refused', reason: NO_SMTPUTF8 };
        const { response } = await transport.sendMail({
          from: sender,
          to: { name: '', address: to },
          ...(replyTo !== undefined &&
          ONE_PLAIN_ADDRESS.test(replyTo) &&
          (isUnicode || !needsSmtpUtf8(replyTo))
            ? { replyTo: { name: '', address: replyTo } }
            : {}),
          envelope: { from: sender.address, to },
          // An operator’s reply may get the `id` of an earlier reply whose mail was deleted. The time makes the Message-ID unique.
          messageId: `<${id}.${createdAt.getTime()}@${messageIdHost}>`,
          date: createdAt,
          subject,
          text,
          html,
          // These headers suppress automatic replies (RFC 3834, and for Exchange).
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(leaveLink === undefined ? {} : leavingHeaders(leaveLink)),
          },
          signal: AbortSignal.timeout(WHOLE_DELIVERY_MS),
        });
        return { kind: 'sent', reply: response };
      } catch (error) {
        return resultOfError(error as MailerError, to);
      }
    },
    /**
     * Whether the mail server accepts this address: a non-ASCII local part needs SMTPUTF8 (RFC 6531). True if the server does
     * not answer. Never rejects.
     */
    takesAddress: async (address: string) =>
      !needsSmtpUtf8(address) || (await offersSmtpUtf8().catch(() => true)),
    close: () => transport.close(),
  };
}

const NO_SMTPUTF8 =
  'the mail server does not offer SMTPUTF8, which an address with other than ASCII letters before the @ needs';

/** Whether the mail server's reply to EHLO, after STARTTLS if any, lists SMTPUTF8. */
function askOffer(options: SMTPConnection.Options): Promise<boolean> {
  // Shorter than the time limit of a delivery, because a visitor may be waiting for the result.
  const connection = new SMTPConnection({ ...options, socketTimeout: ANSWER_MS });
  return new Promise<boolean>((resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('the connection ended')));
    connection.connect(() => resolve(/^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse))));
  }).finally(() => connection.close());
}

/**
 * Separates the name and the address of `Name <address>`. nodemailer would read a colon in the name as a group, and parentheses as
 * a comment.
 */
function mailboxOf(from: string): { readonly name: string; readonly address: string } {
  const [, name = '', address = from] = /^(.*)<([^<>]+)>\s*$/s.exec(from) ?? [];
  const [, quoted] = /^"(.*)"$/s.exec(name.trim()) ?? [];
  return { name: quoted?.replace(/\\(.)/g, '$1') ?? name.trim(), address };
}

/** With these headers, mail programs show an unsubscribe button. The mail provider sends the POST (RFC 8058). */
function leavingHeaders(link: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** The fields of nodemailer’s errors. Other errors have none of them. */
type MailerError = Partial<Record<'code' | 'originalCode' | 'command' | 'response', string>>;

/** The result of a failed delivery. Only 5xx to RCPT TO or DATA is a permanent refusal of the recipient or mail. */
export function resultOfError(
  { code = '', originalCode = '', command = '', response = '' }: MailerError,
  recipient: string,
): Exclude<DeliveryResult, { kind: 'sent' }> {
  const replyCode = Number(/^[2-5]\d\d/.exec(response)?.[0] ?? 0);
  const said = response === '' ? [code, originalCode].filter((part) => part !== '').join(' ') : response;
  const reason = `${command === '' ? '' : `${command}: `}${withoutAddresses(said === '' ? 'failed' : said, recipient)}`;
  const isRefused = ['RCPT TO', 'DATA'].includes(command) && replyCode >= 500 && isAboutThisMail(response);
  return { kind: isRefused ? 'refused' : 'temporary', reason };
}

/** 5xx reply codes that are not about this mail, such as "bad sequence", "sign in first" and "storage exceeded". */
const REPLIES_ABOUT_SOMETHING_ELSE = ['503', '530', '535', '538', '552'];

/**
 * Enhanced codes (RFC 3463) that are not about this mail: sender (1.7, 1.8), full mailbox (2.2), mail length (2.3), server,
 * protocol.
 */
const CODES_ABOUT_SOMETHING_ELSE = /^5\.(?:1\.[78]|2\.[23]|[35]\.\d+)$/;

function isAboutThisMail(response: string): boolean {
  if (REPLIES_ABOUT_SOMETHING_ELSE.includes(response.slice(0, 3))) return false;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return enhanced === undefined || !CODES_ABOUT_SOMETHING_ELSE.test(enhanced);
}

const REASON_LENGTH = 200;

/** The mail server’s reply on one line, without email addresses and parts of them. */
export function withoutAddresses(text: string, recipient: string): string {
  const localPart = recipient.slice(0, recipient.lastIndexOf('@'));
  const escaped = localPart.replace(/[^\w]/g, '\\$&');
  const alone =
    localPart === '' ? /$^/ : new RegExp(`(?<![\\w.-]|[^\\0-\\x7f])${escaped}(?![\\w-]|[^\\0-\\x7f])`, 'gi');
  return text
    .replace(/\S*(?:@|%40)\S*/gi, '(address)')
    .replace(alone, '(address)')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .slice(0, REASON_LENGTH)
    .trim();
}

export type TestMailResult = { readonly kind: 'accepted' | 'failed'; readonly sentence: string };

/**
 * Sends a test mail and describes the result in a sentence. Never rejects.
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
  // A reply of the mail server begins with its code. Any other reason is an error of the connection.
  const hasReplied = /(?:^|: )[2-5]\d\d\b/.test(result.reason);
  return failed(
    hasReplied
      ? `${server} refused the test email to ${to}: “${result.reason}”.`
      : `${server} ${result.reason.startsWith('CONN') ? 'could not be reached' : 'did not accept the test email'}: ${result.reason}.`,
  );
}
