import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { MAILS } from '#content/features.ts';
import type { MailTemplates } from '#server/mail/templates.ts';

type ReceivedMail = {
  readonly client: string;
  readonly from: string;
  readonly to: string;
  readonly isUtf8: boolean;
  readonly raw: string;
  readonly mail: Email;
};

/** The refusals at each SMTP step, for example `550 5.1.1 No such user`. A step without a refusal is accepted. */
export type SmtpAnswers = {
  greeting?: string;
  mailFrom?: string;
  rcptTo?: string;
  data?: string;
  /** Receives the mail but never answers. */
  isSilent?: boolean;
};

export type FakeSmtp = Awaited<ReturnType<typeof startFakeSmtp>>;

/**
 * Accepts every mail, or refuses as `answers` says. `tls`: offers STARTTLS with an untrusted certificate. Without `smtpUtf8`,
 * addresses with non-ASCII letters are not supported.
 */
export async function startFakeSmtp({ tls = false, smtpUtf8 = true } = {}) {
  const received: ReceivedMail[] = [];
  const answers: SmtpAnswers = {};
  const server = new SMTPServer({
    authOptional: true,
    hideSMTPUTF8: !smtpUtf8,
    disabledCommands: tls ? [] : ['STARTTLS'],
    onConnect: (_session, done) => done(refusalOf(answers.greeting)),
    onMailFrom: (_address, _session, done) => done(refusalOf(answers.mailFrom)),
    onRcptTo: (_address, _session, done) => done(refusalOf(answers.rcptTo)),
    onData: async (stream, { envelope, hostNameAppearsAs: client }, done) => {
      const bytes = await buffer(stream);
      const refusal = refusalOf(answers.data);
      if (refusal === null) {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address).join(', ');
        const mail = await PostalMime.parse(bytes);
        const isUtf8 = envelope.smtpUtf8 === true;
        received.push({ client, from, to, isUtf8, raw: bytes.toString('latin1'), mail });
      }
      if (answers.isSilent !== true) done(refusal);
    },
  });
  // Ignores connection errors, because a client that disconnects must not fail a test.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received: received as readonly ReceivedMail[],
    answers,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function refusalOf(answer: string | undefined): Error | null {
  if (answer === undefined) return null;
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}

export const SAMPLE_MAILS: MailTemplates = Object.fromEntries(
  MAILS.map(({ name, values: given }) => {
    const values = Object.keys(given).map((value) => `{${value}}`);
    return [name, { subject: 'Hello', text: values.join(' '), html: values.join(' ') }];
  }),
);
