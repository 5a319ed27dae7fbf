import { Socket } from 'node:net';
import { pino } from 'pino';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type FakeSmtp, type SmtpAnswers, startFakeSmtp } from '#server/testing/fake-mail.ts';
import type { OutgoingMail } from './mail-queue.ts';
import { createSmtpDelivery, resultOfError, type SmtpDelivery, withoutAddresses } from './smtp.ts';

const MAIL: OutgoingMail = {
  id: 'mail-1',
  to: 'ada@example.com',
  replyTo: undefined,
  subject: 'Grüße – नमस्ते',
  text: 'Open https://www.example.com/auth/verify?token=abc\n',
  html: '<p>नमस्ते</p>',
  createdAt: new Date('2026-01-06T06:00:00.000Z'),
};

let smtp: FakeSmtp;
let delivery: SmtpDelivery;
const lines: string[] = [];

beforeEach(async () => {
  smtp = await startSmtp();
  delivery = deliveryTo(smtp.url);
});

async function startSmtp(...options: Parameters<typeof startFakeSmtp>): Promise<FakeSmtp> {
  const started = await startFakeSmtp(...options);
  onTestFinished(started.close);
  return started;
}

function deliveryTo(url: string, from = 'Tuesday AI <hello@example.com>'): SmtpDelivery {
  const log = pino({ base: null }, { write: (line) => void lines.push(line) });
  const made = createSmtpDelivery({ url, log, from, messageIdHost: 'www.example.com' });
  onTestFinished(made.close);
  return made;
}

test('a mail arrives with its subject, text and HTML intact, and is marked as automatic', async () => {
  expect(await delivery.deliver(MAIL)).toEqual({ kind: 'sent', reply: expect.stringMatching(/^250 /) });

  const [arrived] = smtp.received;
  const envelope = { client: 'www.example.com', from: 'hello@example.com', to: 'ada@example.com' };
  expect(arrived).toMatchObject(envelope);
  expect(arrived?.mail).toMatchObject({
    messageId: `<mail-1.${MAIL.createdAt.getTime()}@www.example.com>`,
    subject: MAIL.subject,
    from: { name: 'Tuesday AI', address: 'hello@example.com' },
    to: [{ address: 'ada@example.com' }],
    date: '2026-01-06T06:00:00.000Z',
  });
  expect(arrived?.mail.text?.trim()).toBe(MAIL.text.trim());
  expect(arrived?.mail.html?.trim()).toBe(MAIL.html);
  expect(arrived?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
});

test.each([
  ['Site: News <hello@example.test>', 'Site: News'],
  ['Tuesday AI (Test) <hello@example.test>', 'Tuesday AI (Test)'],
  ['"Tuesday, \\"AI\\"" <hello@example.test>', 'Tuesday, "AI"'],
  ['<hello@example.test>', ''],
  ['hello@example.test', ''],
])(
  'for the configured sender %s, mails have one From address and the sender’s full name',
  async (from, name) => {
    await deliveryTo(smtp.url, from).deliver(MAIL);
    const [arrived] = smtp.received;
    expect(arrived?.from).toBe('hello@example.test');
    expect(arrived?.mail.from).toEqual({ name, address: 'hello@example.test' });
  },
);

test('[P-021] mails to the launch list have one-click unsubscribe headers, and other mails have none', async () => {
  const link = 'https://www.example.com/launch-list/leave?token=abc';
  await delivery.deliver({ ...MAIL, leaveLink: link });
  await delivery.deliver(MAIL);
  const [toList, other] = smtp.received;
  expect(toList?.raw).toContain(`List-Unsubscribe: <${link}>\r\n`);
  expect(toList?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  expect(other?.raw).not.toContain('List-');
});

test.each([
  'ada@example.com, eve@example.com',
  'ada@example.com>\r\nRCPT TO:<eve@example.com',
  'Ada <eve@example.com>',
  'ada',
  '',
])('[V1.3.11-3] a mail to a recipient that is not a single plain address is refused: %j', async (to) => {
  expect((await delivery.deliver({ ...MAIL, to })).kind).toBe('refused');
  expect(smtp.received).toEqual([]);
});

describe('an email address with non-ASCII letters', () => {
  const UNICODE = 'josé@xn--exmple-cua.com';

  test('receives mail through a mail server that offers SMTPUTF8, and can be the Reply-To address', async () => {
    expect(await delivery.takesAddress(UNICODE)).toBe(true);
    expect((await delivery.deliver({ ...MAIL, to: UNICODE, replyTo: UNICODE })).kind).toBe('sent');
    const [arrived] = smtp.received;
    const jose = { name: '', address: 'josé@exämple.com' };
    const mail = { to: [jose], replyTo: [jose] };
    expect(arrived).toMatchObject({ to: jose.address, isUtf8: true, mail });
  });

  test('is refused with the reason if the mail server lacks SMTPUTF8 and the part before the @ is not ASCII', async () => {
    const plain = await startSmtp({ smtpUtf8: false });
    const own = deliveryTo(plain.url);
    expect(await own.takesAddress(UNICODE)).toBe(false);
    expect(await own.takesAddress('jose@xn--exmple-cua.com')).toBe(true);
    expect(await own.deliver({ ...MAIL, to: UNICODE })).toEqual({
      kind: 'refused',
      reason: expect.stringContaining('does not offer SMTPUTF8'),
    });
    const plainMail = { ...MAIL, to: 'jose@xn--exmple-cua.com', replyTo: UNICODE };
    expect((await own.deliver(plainMail)).kind).toBe('sent');
    const raw = expect.stringMatching(/^To: jose@xn--exmple-cua\.com\r$/m);
    expect(plain.received).toMatchObject([{ isUtf8: false, raw }]);
    expect(plain.received[0]?.mail.replyTo).toBeUndefined();
  });

  test('is accepted while the mail server does not answer, and a mail to the address is tried again later', async () => {
    await smtp.close();
    expect(await delivery.takesAddress(UNICODE)).toBe(true);
    expect((await delivery.deliver({ ...MAIL, to: UNICODE })).kind).toBe('temporary');
  });
});

test.each<[SmtpAnswers, 'refused' | 'temporary']>([
  [{ rcptTo: '550 5.1.1 No such user' }, 'refused'],
  [{ mailFrom: '550 Sender refused' }, 'temporary'],
  [{ data: '550 5.7.1 Looks like spam' }, 'refused'],
  [{ greeting: '554 Go away' }, 'temporary'],
])('if the mail server answers %o, the delivery fails with the kind “%s”', async (answers, kind) => {
  Object.assign(smtp.answers, answers);
  const result = await delivery.deliver(MAIL);
  expect(result.kind).toBe(kind);
  expect(smtp.received).toEqual([]);
});

test('[V12.3.1-2] with requireTLS in SMTP_URL, no mail is sent to a server that offers no TLS', async () => {
  const careful = deliveryTo(`${smtp.url}?requireTLS=true`);
  expect((await careful.deliver(MAIL)).kind).toBe('temporary');
  expect(smtp.received).toEqual([]);
});

describe('a mail server on this machine with an untrusted certificate, like Debian’s Postfix', () => {
  beforeEach(() => {
    // Silences the warning of the test’s mail server about its own certificate.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    lines.length = 0;
  });

  test('is sent mails over TLS, and the site’s log says that its certificate is not checked', async () => {
    const relay = await startSmtp({ tls: true });
    expect((await deliveryTo(`${relay.url}?requireTLS=true`).deliver(MAIL)).kind).toBe('sent');
    expect(lines.join('')).toMatch(/certificate is not checked/);
  });

  test('is sent no mails when SMTP_URL requires a trusted certificate', async () => {
    const relay = await startSmtp({ tls: true });
    const careful = deliveryTo(`${relay.url}?tls.rejectUnauthorized=true`);
    expect((await careful.deliver(MAIL)).kind).toBe('temporary');
    expect([relay.received, lines]).toEqual([[], []]);
  });
});

test('a mail server gets ten minutes to accept a mail, because giving up earlier could send it twice', async () => {
  const silence = vi.spyOn(Socket.prototype, 'setTimeout');
  const whole = vi.spyOn(AbortSignal, 'timeout');
  await delivery.deliver(MAIL);
  const ofClient = silence.mock.calls.filter((_, call) => {
    const socket = silence.mock.contexts[call];
    return socket instanceof Socket && socket.remotePort === smtp.port;
  });
  for (const calls of [ofClient, whole.mock.calls])
    expect(calls.at(-1)?.[0]).toBeGreaterThanOrEqual(10 * 60_000);
});

const atRcpt = (response: string) => ({ code: 'EENVELOPE', command: 'RCPT TO', response });

test.each([
  ...['550 No such user', '550 5.1.1 No such user', '553 5.1.3 Bad address syntax'],
  ...['550 5.4.1 Recipient address rejected: Access denied', '550-5.1.1 The account does not exist'],
  ...['550 5.7.1 Listed on a block list', '554 5.7.1 Relay access denied'],
])('the reply “%s” to RCPT TO counts as a permanent refusal, so the mail is not tried again', (response) => {
  expect(resultOfError(atRcpt(response), 'ada@example.com').kind).toBe('refused');
});

test.each([
  ...['450 4.2.1 Try later', '421 4.7.0 Closing', '503 5.5.1 Bad sequence', '535 5.7.8 Sign in first'].map(
    atRcpt,
  ),
  ...['550 5.2.2 Mailbox full', '552 Storage exceeded', '550 5.1.8 Sender refused'].map(atRcpt),
  { code: 'EENVELOPE', command: 'MAIL FROM', response: '550 5.1.1 No' },
  { code: 'EMESSAGE', command: 'DATA', response: '450 Try later' },
  { code: 'EMESSAGE', command: 'DATA', response: '552 5.2.2 Mailbox full' },
  { code: 'EAUTH', command: 'AUTH PLAIN', response: '535 No' },
  { code: 'ECONNECTION', command: 'CONN', originalCode: 'ECONNREFUSED' },
  { code: 'EENVELOPE', command: 'API' },
  {},
])('the error %o does not count as a permanent refusal, so the mail is tried again', (error) => {
  expect(resultOfError(error, 'ada@example.com').kind).toBe('temporary');
});

test.each([
  [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' }, 'CONN: ESOCKET ECONNREFUSED'],
  [
    atRcpt('550 5.1.1 <Ada@Example.com>: ada is\r\nunknown'),
    'RCPT TO: 550 5.1.1 (address) (address) is unknown',
  ],
  [{}, 'failed'],
])(
  'the reason of a delivery that failed with the error %o is “%s”, without email addresses',
  (error, reason) => {
    expect(resultOfError(error, 'ada@example.com').reason).toBe(reason);
  },
);

test.each([
  ['no mailbox ada.l+x here', 'ada.l+x@example.com', 'no mailbox (address) here'],
  ['see https://h.example/?who=ada%40example.com now', 'ada@example.com', 'see (address) now'],
  ['ada, ADA; adamant', 'ada@example.com', '(address), (address); adamant'],
  ['<josé@xn--exmple-cua.com>: josé is unknown', 'josé@xn--exmple-cua.com', '(address) (address) is unknown'],
  ['joséphine and josé', 'josé@example.com', 'jos phine and (address)'],
  ['no address in it', '', 'no address in it'],
])('email addresses are removed from the reason of a failed delivery: %s', (text, recipient, kept) => {
  expect(withoutAddresses(text, recipient)).toBe(kept);
});
