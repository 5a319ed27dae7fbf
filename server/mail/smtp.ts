import { createTransport } from 'nodemailer';
import { type Deliver, MAILS_AT_ONCE } from './delivery.ts';
import { resultOfError } from './smtp-refusal.ts';

export type SmtpDelivery = {
  readonly deliver: Deliver;
  /** Closes the idle connections; call it after the worker has stopped. */
  readonly close: () => void;
};

/** One mail takes at most this long, whatever the server does (milliseconds). */
const WHOLE_DELIVERY_MS = 60_000;

/** One address and nothing around it. nodemailer would read `a@x.org, b@y.org` as two, and an angle bracket as another. */
const ONE_PLAIN_ADDRESS = /^[^\s<>(),;:\\"@]+@[^\s<>(),;\\"@]+$/;

/**
 * Delivery through an SMTP server, over connections that are kept and used again.
 *
 * @param url `smtp://` or `smtps://`, with user and password where needed (`SMTP_URL`)
 * @param from `Name <address>` or an address (`MAIL_FROM`); its address is the envelope's sender as well
 * @param messageIdHost host name of the site's origin. A mail has the same Message-ID on every try, so that a
 *   receiver can drop the double of one that was sent twice.
 */
export function createSmtpDelivery({
  url,
  from,
  messageIdHost,
}: {
  url: string;
  from: string;
  messageIdHost: string;
}): SmtpDelivery {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAILS_AT_ONCE,
    // Our outbox does the waiting and trying again; once is for a kept connection that the server has dropped.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const sender = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

  return {
    deliver: async ({ id, to, replyTo, subject, text, html, createdAt }) => {
      if (!ONE_PLAIN_ADDRESS.test(to)) return { kind: 'refused-address', reason: 'not one plain address' };
      try {
        await transport.sendMail({
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
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal: AbortSignal.timeout(WHOLE_DELIVERY_MS),
        });
        return { kind: 'sent' };
      } catch (error) {
        return resultOfError(error, to);
      }
    },
    close: () => transport.close(),
  };
}
