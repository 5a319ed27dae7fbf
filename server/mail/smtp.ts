import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { isLoopbackHost } from '#server/settings/loopback.ts';
import { type Deliver, MAILS_AT_ONCE } from './delivery.ts';
import { resultOfError } from './smtp-refusal.ts';

export type SmtpDelivery = {
  readonly deliver: Deliver;
  /** Closes the idle connections; call it after the worker has stopped. */
  readonly close: () => void;
};

/** A server may think for so long after the final dot (RFC 5321 §4.5.3.2.6): cut off there, it may deliver the mail, and get it again. */
const SILENCE_MS = 10 * 60_000;
/** One mail takes at most this long, whatever the server does (milliseconds). */
const WHOLE_DELIVERY_MS = SILENCE_MS + 60_000;

/** One address and nothing around it. nodemailer would read `a@x.org, b@y.org` as two, and an angle bracket as another. */
const ONE_PLAIN_ADDRESS = /^[^\s<>(),;:\\"@]+@[^\s<>(),;\\"@]+$/;

/**
 * Delivers through an SMTP server, over pooled connections. The certificate of one on this machine is not checked, since
 * nobody can stand in between and Debian's Postfix has one that nobody vouches for; `tls.rejectUnauthorized=true` in the
 * URL has it checked.
 *
 * @param from `Name <address>` or an address; its address is also the envelope's sender
 * @param messageIdHost host of the site's origin, by which it also greets. Every try has the same Message-ID, so that receivers can drop
 *    doubles.
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
}): SmtpDelivery {
  const isOnThisMachine = isLoopbackHost(new URL(url).hostname);
  if (isOnThisMachine) log.info('the mail server is on this machine: its certificate is not checked');
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAILS_AT_ONCE,
    // Our outbox does the waiting and trying again; once is for a kept connection that the server has dropped.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: SILENCE_MS,
    name: messageIdHost,
    tls: { rejectUnauthorized: !isOnThisMachine },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const sender = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

  return {
    deliver: async ({ id, to, replyTo, leaveLink, subject, text, html, createdAt }) => {
      if (!ONE_PLAIN_ADDRESS.test(to)) return { kind: 'refused', reason: 'not one plain address' };
      try {
        const { response } = await transport.sendMail({
          from,
          to,
          ...(replyTo !== undefined && ONE_PLAIN_ADDRESS.test(replyTo)
            ? { replyTo: { name: '', address: replyTo } }
            : {}),
          envelope: { from: sender, to },
          messageId: `<${id}@${messageIdHost}>`,
          date: createdAt,
          subject,
          text,
          html,
          // Nobody's holiday notice should answer (RFC 3834; the second one is for Exchange).
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(leaveLink === undefined ? {} : leavingHeaders(leaveLink)),
          },
          signal: AbortSignal.timeout(WHOLE_DELIVERY_MS),
        });
        return { kind: 'sent', reply: response };
      } catch (error) {
        return resultOfError(error, to);
      }
    },
    close: () => transport.close(),
  };
}

/** With these a mail program shows a button of its own, and its server sends the POST (RFC 8058). */
function leavingHeaders(link: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
