import { describe, expect, test } from 'vitest';
import { needsSmtpUtf8 } from '#contract/address.ts';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { ACCOUNT_API, FORMS_API, pathFor } from '#contract/paths.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { fillSenderAddresses, idsSentFrom } from '#features/forms/server/sender-addresses.ts';
import { LAUNCH_LIST } from '#features/launch-list/contract.ts';
import { RIGHTS_API } from '#features/your-data/rights-contract.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { storeMessage } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { deleteAccount } from './delete-account.ts';

const app = await openTestApp();

const write = async (email: string, message: string) => {
  const path = pathFor(FORMS_API.submit, 'contact');
  expect((await app.browser().post(path, { name: 'Asha', email, message })).status).toBe(200);
};
const sentFrom = async (key: string) => {
  const sent = app.db.selectFrom('submissions').select('message').where('id', 'in', idsSentFrom(key));
  return (await sent.execute()).map(({ message }) => message).sort();
};
/** Empties the table `submission_senders`, which earlier versions did not have. */
const forgetSenders = () => app.db.deleteFrom('submission_senders').execute();

test('a person can sign in with any spelling of a non-ASCII address, and gets mails at the stored spelling', async () => {
  const { record, browser } = await signedInPerson(app, 'josé@xn--exmple-cua.com');
  expect(record.email).toBe('josé@xn--exmple-cua.com');
  await browser.post(ACCOUNT_API.signOut);
  const [composed, decomposed] = ['jos\u00e9@exämple.com', 'Jose\u0301@EXÄMPLE.com'];
  for (const email of [composed, decomposed, 'josé@XN--EXMPLE-CUA.com', 'josé@ｅxämple。com'])
    expect((await app.browser().post(ACCOUNT_API.signIn, { email, password: PASSWORD })).status).toBe(200);
  app.advance(1);
  await app.browser().post(ACCOUNT_API.requestReset, { email: decomposed });
  expect((await app.mailsTo(record.email))[0]?.kind).toBe('reset-password');
});

describe('a message sent through a form', () => {
  test('is found for each spelling of its sender’s address, but not for a different address that looks similar', async () => {
    await write('JOS\u00c9@forms.example', 'of another');
    await write('Jose\u0301@FORMS.example', 'decomposed');
    await write('jos\u00e9@forms.example', 'composed');
    expect(await sentFrom('jos\u00e9@forms.example')).toEqual(['composed', 'decomposed']);
    expect(await sentFrom('jos\u00c9@forms.example')).toEqual(['of another']);
  });

  test('is found and deleted with its sender’s account, even if an older version stored it', async () => {
    const { record } = await signedInPerson(app, 'kept@forms.example');
    await write('KEPT@Forms.example', 'first');
    await write('kept@forms.example', 'second');
    await forgetSenders();
    const created_at = app.deps.clock().toISOString();
    for (let number = 0; number <= 500; number++)
      await storeMessage(app.db, number, { email: 'many@forms.example', created_at });
    expect(await sentFrom(record.email)).toEqual(['first', 'second']);
    const { length } = await app.db.selectFrom('submissions').select('id').execute();
    expect(await fillSenderAddresses(app.db)).toBe(length);
    expect(await fillSenderAddresses(app.db)).toBe(0);
    expect(await sentFrom(record.email)).toEqual(['first', 'second']);
    expect(await sentFrom('many@forms.example')).toHaveLength(501);
    await forgetSenders();
    await deleteAccount(app.deps, record.id, { reason: 'legal', by: { actor: 'operator' } });
    expect(await sentFrom(record.email)).toEqual([]);
  });
});

test('without SMTPUTF8, non-ASCII letters are accepted after the @ of an address and refused before it', async () => {
  const own = await openTestApp({}, { takesAddress: async (address) => !needsSmtpUtf8(address) });
  const { browser } = await signedInPerson(own, newAddress());
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  const asks: readonly [path: string, body: Readonly<Record<string, string>>][] = [
    [ACCOUNT_API.signUp, { password: PASSWORD }],
    [ACCOUNT_API.requestReset, {}],
    [ADDRESS_CHANGE_API.ask, {}],
    [LAUNCH_LIST, {}],
    [RIGHTS_API.ask, {}],
  ];
  for (const [path, body] of asks) {
    const fields = [{ field: 'email', message: SCHEMA_ERRORS.EMAIL_NOT_MAILABLE }];
    const refused = await browser.post(path, { ...body, email: 'josé@exämple.com' });
    expect(refused).toMatchObject({ status: 422, json: { code: 'FIELDS_NOT_VALID', fields } });
    expect((await browser.post(path, { ...body, email: 'jose@exämple.com' })).status).toBe(200);
  }
});
