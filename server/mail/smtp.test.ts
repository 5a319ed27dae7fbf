import { describe, expect, test } from 'vitest';
import { resultOfError, withoutAddresses } from './smtp.ts';

const atRcpt = (response: string) =>
  Object.assign(new Error('x'), { code: 'EENVELOPE', command: 'RCPT TO', response });

test.each([
  '550 No such user',
  '550 5.1.1 No such user',
  '553 5.1.3 Bad address syntax',
  '550 5.4.1 Recipient address rejected: Access denied',
  '550-5.1.1 The account does not exist',
  '550 5.7.1 Listed on a block list',
  '554 5.7.1 Relay access denied',
])('the reply “%s” to RCPT TO ends the delivery attempts', (response) => {
  expect(resultOfError(atRcpt(response), 'ada@example.com').kind).toBe('refused');
});

describe('every other reply of the mail server is a temporary failure', () => {
  test.each([
    '450 4.2.1 Try later',
    '421 4.7.0 Closing',
    '503 5.5.1 Bad sequence',
    '535 5.7.8 Sign in first',
    '550 5.2.2 Mailbox full',
    '552 Storage exceeded',
    '550 5.1.8 Sender refused',
  ])('after the reply “%s” to RCPT TO, the mail is tried again', (response) => {
    expect(resultOfError(atRcpt(response), 'ada@example.com').kind).toBe('temporary');
  });

  test.each([
    { code: 'EENVELOPE', command: 'MAIL FROM', response: '550 5.1.1 No' },
    { code: 'EMESSAGE', command: 'DATA', response: '450 Try later' },
    { code: 'EMESSAGE', command: 'DATA', response: '552 5.2.2 Mailbox full' },
    { code: 'EAUTH', command: 'AUTH PLAIN', response: '535 No' },
    { code: 'ECONNECTION', command: 'CONN', originalCode: 'ECONNREFUSED' },
    { code: 'EENVELOPE', command: 'API' },
  ])('after the error $code at $command, the mail is tried again', (fields) => {
    expect(resultOfError(Object.assign(new Error('x'), fields), 'ada@example.com').kind).toBe('temporary');
  });

  test('after an error without a code, the mail is tried again', () => {
    expect(resultOfError({}, 'ada@example.com')).toEqual({ kind: 'temporary', reason: 'failed' });
  });
});

test('the reason of a failed delivery names the SMTP command and the error, without email addresses', () => {
  const error = { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' };
  expect(resultOfError(error, 'ada@example.com').reason).toBe('CONN: ESOCKET ECONNREFUSED');
  expect(
    resultOfError(atRcpt('550 5.1.1 <Ada@Example.com>: ada is\r\nunknown'), 'ada@example.com').reason,
  ).toBe('RCPT TO: 550 5.1.1 (address) (address) is unknown');
});

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
