import type { DeliveryResult } from './delivery.ts';

/**
 * What an error of nodemailer means. Only a permanent refusal of the recipient or the mail (5xx to RCPT TO or DATA) ends
 * the tries; trouble with the connection, sign-in or sender may be over tomorrow.
 */
export function resultOfError(error: unknown, recipient: string): Exclude<DeliveryResult, { kind: 'sent' }> {
  const { code, originalCode, command, response } = describe(error);
  const replyCode = Number(/^[2-5]\d\d/.exec(response)?.[0] ?? 0);
  const said = response === '' ? [code, originalCode].filter((part) => part !== '').join(' ') : response;
  const reason = `${command === '' ? '' : `${command}: `}${withoutAddresses(said === '' ? 'failed' : said, recipient)}`;
  const isRefused = ['RCPT TO', 'DATA'].includes(command) && replyCode >= 500 && isAboutThisMail(response);
  return { kind: isRefused ? 'refused' : 'temporary', reason };
}

/** "Bad sequence", "sign in first", "storage exceeded": 5xx replies that say nothing about this mail. */
const REPLIES_ABOUT_SOMETHING_ELSE = ['503', '530', '535', '538', '552'];

/**
 * Enhanced codes (RFC 3463) about the sender (1.7, 1.8), a full mailbox (2.2), a too long mail (2.3), the server (3.x) or
 * the protocol (5.x).
 */
const CODES_ABOUT_SOMETHING_ELSE = /^5\.(?:1\.[78]|2\.[23]|[35]\.\d+)$/;

function isAboutThisMail(response: string): boolean {
  if (REPLIES_ABOUT_SOMETHING_ELSE.includes(response.slice(0, 3))) return false;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return enhanced === undefined || !CODES_ABOUT_SOMETHING_ELSE.test(enhanced);
}

const REASON_LENGTH = 200;

/** The server's words in one line, without anything that is, or is part of, somebody's address. */
export function withoutAddresses(text: string, recipient: string): string {
  const localPart = recipient.slice(0, recipient.lastIndexOf('@'));
  const escaped = localPart.replace(/[^\w]/g, '\\$&');
  const alone = localPart === '' ? /$^/ : new RegExp(`(?<![\\w.-])${escaped}(?![\\w-])`, 'gi');
  return text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/\S*(?:@|%40)\S*/gi, '(address)')
    .replace(alone, '(address)')
    .slice(0, REASON_LENGTH)
    .trim();
}

function describe(error: unknown): { code: string; originalCode: string; command: string; response: string } {
  const textOf = (name: string): string => {
    const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return {
    code: textOf('code'),
    originalCode: textOf('originalCode'),
    command: textOf('command'),
    response: textOf('response'),
  };
}
