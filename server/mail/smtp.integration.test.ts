import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeSmtp, type SmtpAnswers, startFakeSmtp } from '#server/testing/fake-smtp.ts';
import type { OutgoingMail } from './delivery.ts';
import { createSmtpDelivery, type SmtpDelivery } from './smtp.ts';

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

beforeEach(async () => {
  smtp = await startFakeSmtp();
  delivery = deliveryTo(smtp.url);
});
afterEach(async () => {
  delivery.close();
  await smtp.close();
});

function deliveryTo(url: string): SmtpDelivery {
  return createSmtpDelivery({
    url,
    from: 'Tuesday AI <hello@example.com>',
    messageIdHost: 'www.example.com',
  });
}

test('a mail arrives whole, and no machine is invited to answer', async () => {
  expect(await delivery.deliver(MAIL)).toEqual({ kind: 'sent' });

  const [arrived] = smtp.received;
  expect(arrived).toMatchObject({ from: 'hello@example.com', to: 'ada@example.com' });
  expect(arrived?.mail).toMatchObject({
    messageId: '<mail-1@www.example.com>',
    subject: MAIL.subject,
    from: { name: 'Tuesday AI', address: 'hello@example.com' },
    to: [{ address: 'ada@example.com' }],
    date: '2026-01-06T06:00:00.000Z',
  });
  expect(arrived?.mail.text?.trim()).toBe(MAIL.text.trim());
  expect(arrived?.mail.html?.trim()).toBe(MAIL.html);
  expect(arrived?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
});

test('a line break in a subject adds no header', async () => {
  await delivery.deliver({ ...MAIL, subject: 'Hello\r\nBcc: eve@example.com' });
  expect(smtp.received[0]?.mail.bcc).toBeUndefined();
  expect(smtp.received[0]?.to).toBe('ada@example.com');
});

test('an answer goes where it should, and nowhere else', async () => {
  await delivery.deliver({ ...MAIL, replyTo: 'asha+site@example.com' });
  expect(smtp.received[0]?.mail.replyTo).toEqual([{ name: '', address: 'asha+site@example.com' }]);
  const odd = [
    'asha@example.com, eve@example.com',
    'asha@example.com\r\nBcc: eve@example.com',
    'friends: asha@example.com, eve@example.com;',
    'Asha <asha@example.com>',
    '"asha@example.com"@example.com',
    '',
  ];
  for (const replyTo of odd) {
    expect(await delivery.deliver({ ...MAIL, replyTo })).toEqual({ kind: 'sent' });
    const arrived = smtp.received.at(-1);
    expect(arrived?.mail.replyTo).toBeUndefined();
    expect(arrived?.raw).not.toContain('eve@');
    expect(arrived?.to).toBe('ada@example.com');
  }
});

test.each([
  'ada@example.com, eve@example.com',
  'ada@example.com>\r\nRCPT TO:<eve@example.com',
  'Ada <eve@example.com>',
  'ada',
  '',
])('what is not one plain address is sent to nobody: %j', async (to) => {
  expect((await delivery.deliver({ ...MAIL, to })).kind).toBe('refused-address');
  expect(smtp.received).toEqual([]);
});

describe('what the server’s refusals mean', () => {
  test.each<[SmtpAnswers, 'refused-address' | 'temporary']>([
    [{ rcptTo: '550 5.1.1 No such user' }, 'refused-address'],
    [{ rcptTo: '553 No such user' }, 'refused-address'],
    [{ rcptTo: '450 Try later' }, 'temporary'],
    [{ rcptTo: '554 5.7.1 Relay access denied' }, 'temporary'],
    [{ mailFrom: '550 Sender refused' }, 'temporary'],
    [{ data: '550 Looks like spam' }, 'temporary'],
    [{ data: '451 Try later' }, 'temporary'],
    [{ greeting: '554 Go away' }, 'temporary'],
  ])('%o', async (answers, kind) => {
    Object.assign(smtp.answers, answers);
    const result = await delivery.deliver(MAIL);
    expect(result.kind).toBe(kind);
    expect(smtp.received).toEqual([]);
  });

  test('a wrong password is ours to correct, not the address’s fault', async () => {
    smtp.answers.auth = '535 Wrong password';
    const signingIn = deliveryTo(smtp.url.replace('//', '//user:wrong@'));
    expect(await signingIn.deliver(MAIL)).toEqual({
      kind: 'temporary',
      reason: expect.stringContaining('535'),
    });
    signingIn.close();
  });
});

test('the connection goes on being used after a refusal', async () => {
  smtp.answers.rcptTo = '550 No such user';
  await delivery.deliver(MAIL);
  delete smtp.answers.rcptTo;
  expect((await delivery.deliver({ ...MAIL, id: 'mail-2' })).kind).toBe('sent');
});

test('nobody listening is temporary', async () => {
  await smtp.close();
  expect(await delivery.deliver(MAIL)).toEqual({
    kind: 'temporary',
    reason: expect.stringContaining('ECONNREFUSED'),
  });
});

test('a server that hangs up at once is temporary', async () => {
  const rude = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await new Promise((resolve) => rude.once('listening', resolve));
  const address = rude.address();
  const toRude = deliveryTo(`smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  expect((await toRude.deliver(MAIL)).kind).toBe('temporary');
  toRude.close();
  await new Promise((resolve) => rude.close(resolve));
});

test('with requireTLS in its address, nothing is sent to a server that offers no TLS', async () => {
  const careful = deliveryTo(`${smtp.url}?requireTLS=true`);
  expect((await careful.deliver(MAIL)).kind).toBe('temporary');
  expect(smtp.received).toEqual([]);
  careful.close();
});
