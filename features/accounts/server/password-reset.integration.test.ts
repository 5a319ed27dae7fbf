import { expect, test } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { withPasskey } from '#server/testing/passkeys.ts';
import {
  mailedResetToken,
  newAddress,
  PASSWORD,
  type Person,
  recordOf,
  signedInPerson,
} from '#server/testing/people.ts';
import { withSecondStep } from '#server/testing/second-step.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { closeAccount } from './closed-accounts.ts';

const HOUR = 60 * 60_000;
/** A passkey of which the browser does not say that it names its account. */
const SAYS_NOTHING = { isResident: false };

const app = await openTestApp();

const codesOf =
  ({ recoveryCodes: [code = ''] }: { recoveryCodes: readonly string[] }) =>
  () =>
    code;
const reset = (token: string, password = 'a new password') =>
  app.browser().post(ACCOUNT_API.reset, { token, password });

test('[P-058] a reset sets the password, once, ends every session and keeps the record', async () => {
  const { email, browser } = await signedInPerson(app);
  await browser.post(PRODUCT_API.saveUser, { name: 'Asha', about: 'mine' });
  const other = app.browser();
  await other.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  const token = await mailedResetToken(app, email);
  expect((await recordOf(browser)).email).toBe(email);
  expect((await reset(token)).json.message).toBe(MESSAGES.passwordReset);
  for (const client of [browser, other]) expect(await recordOf(client)).toBeNull();
  expect((await other.post(ACCOUNT_API.signIn, { email, password: PASSWORD })).status).toBe(401);
  const signedIn = await other.post(ACCOUNT_API.signIn, { email, password: 'a new password' });
  expect(signedIn.json.data).toMatchObject({ name: 'Asha', about: 'mine' });
  expect((await reset(token)).json.code).toBe('LINK_NOT_VALID');
});

test.each<[string, (person: Person) => Promise<() => string>]>([
  ['an app', async (person) => (await withSecondStep(app, person)).code],
  ['a passkey', async (person) => codesOf(await withPasskey(person))],
  ['a passkey that keeps no name', async (person) => codesOf(await withPasskey(person, SAYS_NOTHING))],
])('[A-68] a reset of an account with %s asks for a code as well, and signs in with it', async (_, guard) => {
  const person = await signedInPerson(app);
  const { email, record } = person;
  const code = await guard(person);
  app.advance(HOUR);
  const token = await mailedResetToken(app, email);
  const browser = app.browser();
  const tryWith = (typed?: string) =>
    browser.post(ACCOUNT_API.reset, { token, password: 'a new password', code: typed });
  const without = await tryWith();
  expect([without.status, without.json.code]).toEqual([428, 'RESET_CODE_NEEDED']);
  expect((await tryWith('000000')).json.code).toBe('SECOND_STEP_REFUSED');
  expect(await recordOf(browser)).toBeNull();
  expect((await recordOf(person.browser)).email).toBe(email);
  expect((await tryWith(code())).json).toMatchObject({
    message: MESSAGES.passwordReset,
    data: { id: record.id },
  });
  expect((await recordOf(browser)).id).toBe(record.id);
  expect(await recordOf(person.browser)).toBeNull();
});

test('[P-059] links live their hour beside newer ones, and using one ends all', async () => {
  const { email } = await signedInPerson(app);
  const first = await mailedResetToken(app, email);
  const second = await mailedResetToken(app, email);
  const third = await mailedResetToken(app, email);
  expect((await reset(second)).status).toBe(200);
  for (const token of [first, third]) expect((await reset(token)).json.code).toBe('LINK_NOT_VALID');
  const late = await mailedResetToken(app, email);
  app.advance(HOUR);
  expect((await reset(late)).status).toBe(410);
});

test('[P-162] asking is never refused and changes no password, and at most five mails an hour are sent; the links in them go on working', async () => {
  const { email } = await signedInPerson(app);
  const token = await mailedResetToken(app, email);
  for (let time = 0; time < 12; time++) {
    expect((await app.browser().post(ACCOUNT_API.requestReset, { email })).status).toBe(200);
    await app.mailsTo(email);
  }
  const resets = async () => (await app.mailsTo(email)).filter(({ kind }) => kind === 'reset-password');
  expect(await resets()).toHaveLength(5);
  const signIn = await app.browser().post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  expect(signIn.status).toBe(200);
  expect((await reset(token)).status).toBe(200);
  app.advance(HOUR + 1);
  await mailedResetToken(app, email);
  expect(await resets()).toHaveLength(6);
});

test('a closed account is mailed no link', async () => {
  const { email } = await signedInPerson(app);
  await closeAccount(app.deps, email, 'terms', { actor: 'operator' });
  await app.browser().post(ACCOUNT_API.requestReset, { email });
  expect((await app.mailsTo(email)).map(({ kind }) => kind)).not.toContain('reset-password');
});

test('the address of a sign-up that waits gets no reset mail: it is no account', async () => {
  const email = newAddress();
  await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  await app.browser().post(ACCOUNT_API.requestReset, { email });
  expect((await app.mailsTo(email)).map(({ kind }) => kind)).toEqual(['verify-email']);
});
