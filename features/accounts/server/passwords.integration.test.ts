import { pbkdf2 } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { RECOVERY_CODES } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { TOO_BUSY } from '#features/accounts/refusals.ts';
import { findRows, updateRows } from '#server/database/rows.ts';
import { withPasskey } from '#server/testing/passkeys.ts';
import {
  mailedResetToken,
  newAddress,
  PASSWORD,
  type Person,
  recordOf,
  resetPassword,
  signedInPerson,
  withSecondStep,
} from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestAnswer } from '#server/testing/test-client.ts';
import { closeAccount } from './closed-accounts.ts';
import { freshSalt, hashPassword, MOST_WAITING_HASHES } from './passwords.ts';

const COMMON = 'Password1';

const app = await openTestApp();
const signUp = (email: string, password = PASSWORD, site = app) =>
  site.browser().post(ACCOUNT_API.signUp, { email, password });
const signIn = (email: string, password: string, browser = app.browser()) =>
  browser.post(ACCOUNT_API.signIn, { email, password });

test.each<[string, (password: string) => Promise<TestAnswer>]>([
  ['at sign-up', (password) => signUp(newAddress(), password)],
  [
    'when a sign-up is confirmed',
    async (password) => {
      const email = newAddress();
      await signUp(email);
      return app.browser().post(ACCOUNT_API.verify, { token: await app.tokenMailedTo(email), password });
    },
  ],
  [
    'when the password is reset',
    async (password) => resetPassword(app, (await signedInPerson(app)).email, password),
  ],
  [
    'when it is changed',
    async (password) => {
      const { browser } = await signedInPerson(app);
      await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
      return browser.post(ACCOUNT_API.password, { password });
    },
  ],
])('[V6.2.4] by default, a common password is refused %s', async (_, choose) => {
  expect((await choose(COMMON)).json).toMatchObject({
    code: 'FIELDS_NOT_VALID',
    fields: [{ field: 'password', message: FIELD_ERRORS.PASSWORD_COMMON }],
  });
});

test('a common password is accepted if REFUSE_COMMON_PASSWORDS is off, or if an account already has it', async () => {
  const lenient = await openTestApp({ REFUSE_COMMON_PASSWORDS: 'off' });
  expect((await signUp(newAddress(), COMMON, lenient)).status).toBe(200);
  const { email, record } = await signedInPerson(app);
  const hash = await hashPassword(COMMON, freshSalt());
  await updateRows(app.db, 'passwords', { user_id: record.id }, { hash });
  const browser = app.browser();
  expect((await signIn(email, COMMON, browser)).status).toBe(200);
  expect((await browser.post(ACCOUNT_API.proof, { password: COMMON })).status).toBe(200);
});

/** Node’s default number of pool threads, which hash passwords. */
const THREADS = 4;

/** Keeps the hashing threads busy, so that every new hash has to wait. */
function occupyPool(): Promise<unknown> {
  const work = promisify(pbkdf2);
  return Promise.all(Array.from({ length: THREADS }, () => work('x', 'salt', 300_000, 64, 'sha512')));
}

test('when 200 people sign in at once, those who would wait too long are asked to try again after 5 seconds', async () => {
  const app = await openTestApp();
  const busy = occupyPool();
  const tries = Array.from({ length: 200 }, () => signIn(newAddress(), PASSWORD, app.browser()));
  const answers = await Promise.all(tries);
  await busy;
  const [refused, served] = [503, 401].map((code) => answers.filter(({ status }) => status === code));
  expect(served?.length).toBeGreaterThanOrEqual(MOST_WAITING_HASHES);
  expect(served?.length).toBeLessThanOrEqual(MOST_WAITING_HASHES + THREADS);
  expect(refused).toHaveLength(200 - (served?.length ?? 0));
  expect(refused?.[0]?.json).toMatchObject({ code: 'TOO_BUSY', message: TOO_BUSY.message });
  expect(refused?.[0]?.headers.get('retry-after')).toBe('5');
  expect(app.logLines().filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test('if a client disconnects while its sign-up waits for a hashing thread, nothing is hashed or stored', async () => {
  const app = await openTestApp();
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.server.close());
  const { port } = app.server.server.address() as AddressInfo;
  const busy = occupyPool();
  const send = async (email: string): Promise<Socket> => {
    const body = JSON.stringify({ email, password: PASSWORD });
    const [arrived, socket] = [once(app.server.server, 'request'), connect(port, '127.0.0.1')];
    const head = `POST ${ACCOUNT_API.signUp} HTTP/1.1\r\nHost: site.localhost\r\nContent-Type: application/json`;
    socket.write(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    await arrived;
    return socket;
  };
  const [left, stayed] = [newAddress(), newAddress()];
  // These sign-ups fill all hashing threads, so that the next ones wait.
  for (let before = 0; before < THREADS; before++) await send(newAddress());
  const [leaving, staying] = [await send(left), await send(stayed)];
  leaving.destroy();
  const [answer] = await once(staying, 'data');
  expect(String(answer)).toContain('HTTP/1.1 200');
  await busy;
  expect(await findRows(app.db, 'sign_ups', ['email'], { email: [left, stayed] })).toEqual([
    { email: stayed },
  ]);
});

const HOUR = 60 * 60_000;
const codesOf =
  ({ recoveryCodes: [code = ''] }: { recoveryCodes: readonly string[] }) =>
  () =>
    code;
const reset = (token: string, password = 'a new password') =>
  app.browser().post(ACCOUNT_API.reset, { token, password });

test('[P-058] a reset link sets the password once, ends every session and keeps the user record', async () => {
  const { email, browser } = await signedInPerson(app);
  await browser.post(PRODUCT_API.saveUser, { name: 'Asha', about: 'mine' });
  const other = app.browser();
  await signIn(email, PASSWORD, other);
  const token = await mailedResetToken(app, email);
  const link = await app.browser().post(ACCOUNT_API.link, { token });
  expect(link.json.data).toEqual({ email, needsPassword: true });
  expect((await recordOf(browser)).email).toBe(email);
  expect((await reset(token)).json.message).toBe(MESSAGES.passwordReset);
  for (const client of [browser, other]) expect(await recordOf(client)).toBeNull();
  expect((await signIn(email, PASSWORD)).status).toBe(401);
  const { data } = (await signIn(email, 'a new password')).json;
  expect(data).toMatchObject({ name: 'Asha', about: 'mine' });
  expect((await reset(token)).json.code).toBe('LINK_NOT_VALID');
});

test.each<[string, (person: Person) => Promise<() => string>, boolean, codesLeft: number | undefined]>([
  ['an authenticator app', async (person) => (await withSecondStep(app, person)).code, false, undefined],
  ['a passkey', async (person) => codesOf(await withPasskey(person)), true, RECOVERY_CODES - 1],
  [
    'a passkey that stores no account name',
    async (person) => codesOf(await withPasskey(person, { isResident: false })),
    false,
    RECOVERY_CODES - 1,
  ],
])(
  '[A-68] resetting the password of an account with %s needs a code, which also signs the person in',
  async (_, guard, canSignIn, codesLeft) => {
    const person = await signedInPerson(app);
    const { email, record } = person;
    const code = await guard(person);
    app.advance(HOUR);
    const token = await mailedResetToken(app, email);
    const browser = app.browser();
    const tryWith = (typed?: string) =>
      browser.post(ACCOUNT_API.reset, { token, password: 'a new password', code: typed });
    const { data } = (await browser.post(ACCOUNT_API.link, { token })).json;
    expect(data).toEqual({ email, needsPassword: true, guarded: { canSignIn } });
    expect(await tryWith()).toMatchObject({ status: 428, json: { code: 'RESET_CODE_NEEDED' } });
    expect((await tryWith('000000')).json.code).toBe('SECOND_STEP_REFUSED');
    expect(await recordOf(browser)).toBeNull();
    expect((await recordOf(person.browser)).email).toBe(email);
    const { json } = await tryWith(code());
    expect(json).toMatchObject({ message: MESSAGES.passwordReset, data: { id: record.id } });
    expect(json.recoveryCodesLeft).toBe(codesLeft);
    expect((await recordOf(browser)).id).toBe(record.id);
    expect(await recordOf(person.browser)).toBeNull();
  },
);

test('[P-059] a reset link is valid for an hour, also after newer ones were mailed, until one of them is used', async () => {
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

test('[P-162] password resets can be requested without limit, but an address gets at most five reset links an hour', async () => {
  const { email } = await signedInPerson(app);
  const token = await mailedResetToken(app, email);
  for (let time = 0; time < 12; time++) {
    expect((await app.browser().post(ACCOUNT_API.requestReset, { email })).status).toBe(200);
    await app.mailsTo(email);
  }
  const resets = async () => (await app.mailsTo(email)).filter(({ kind }) => kind === 'reset-password');
  expect(await resets()).toHaveLength(5);
  expect((await signIn(email, PASSWORD)).status).toBe(200);
  expect((await reset(token)).status).toBe(200);
  app.advance(HOUR + 1);
  await mailedResetToken(app, email);
  // No further mail was sent, because the reset dropped the mails that still waited.
  expect(await resets()).toHaveLength(1);
});

test('closed accounts and unconfirmed sign-ups get no mail with a reset link', async () => {
  const [{ email: closed }, waiting] = [await signedInPerson(app), newAddress()];
  await closeAccount(app.deps, closed, 'terms', { actor: 'operator' });
  await signUp(waiting);
  for (const email of [closed, waiting]) {
    await app.browser().post(ACCOUNT_API.requestReset, { email });
    expect((await app.mailsTo(email)).map(({ kind }) => kind)).not.toContain('reset-password');
  }
});
