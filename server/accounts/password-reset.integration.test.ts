import { afterAll, beforeAll, expect, test } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';

const HOUR = 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function resetToken(email: string): Promise<string> {
  app.advance(1);
  await app.browser().post(ACCOUNT_API.requestReset, { email });
  return app.tokenMailedTo(email);
}
const reset = (token: string, password = 'a new password') =>
  app.browser().post(ACCOUNT_API.reset, { token, password });

test('a reset sets the password, once, and ends every session', async () => {
  const { email, browser } = await signedInPerson(app);
  const other = app.browser();
  await other.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  const token = await resetToken(email);
  expect((await browser.get(ACCOUNT_API.session)).json.data.email).toBe(email);
  expect((await reset(token)).json.message).toBe(MESSAGES.passwordChanged);
  for (const client of [browser, other]) expect((await client.get(ACCOUNT_API.session)).json.data).toBeNull();
  expect((await other.post(ACCOUNT_API.signIn, { email, password: PASSWORD })).status).toBe(401);
  expect((await other.post(ACCOUNT_API.signIn, { email, password: 'a new password' })).status).toBe(200);
  expect((await reset(token)).json.code).toBe('LINK_NOT_VALID');
});

test('a sign-in with the old password that is under way opens no session that outlives the reset', async () => {
  for (let round = 0; round < 3; round++) {
    const { email } = await signedInPerson(app);
    const token = await resetToken(email);
    const browsers = Array.from({ length: 4 }, () => app.browser());
    const signIns = browsers.map((browser) =>
      browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD }),
    );
    const [changed, ...answers] = await Promise.all([reset(token), ...signIns]);
    expect(changed.status).toBe(200);
    for (const { status } of answers) expect([200, 401]).toContain(status);
    for (const browser of browsers) expect((await browser.get(ACCOUNT_API.session)).json.data).toBeNull();
  }
});

test('the record of a verified account survives a reset', async () => {
  const { email, browser } = await signedInPerson(app);
  await browser.post('/api/saveUser', { name: 'Asha', about: 'mine' });
  await reset(await resetToken(email));
  const answer = await browser.post(ACCOUNT_API.signIn, { email, password: 'a new password' });
  expect(answer.json.data).toMatchObject({ name: 'Asha', about: 'mine' });
});

test('links live their hour beside newer ones, and using one ends all', async () => {
  const { email } = await signedInPerson(app);
  const [first, second, third] = [await resetToken(email), await resetToken(email), await resetToken(email)];
  expect((await reset(second)).status).toBe(200);
  for (const token of [first, third]) expect((await reset(token)).json.code).toBe('LINK_NOT_VALID');
  const late = await resetToken(email);
  app.advance(HOUR);
  expect((await reset(late)).status).toBe(410);
});

test('asking is never refused, and at most five mails an hour are sent; the links in them go on working', async () => {
  const { email } = await signedInPerson(app);
  const token = await resetToken(email);
  for (let time = 0; time < 12; time++) {
    expect((await app.browser().post(ACCOUNT_API.requestReset, { email })).status).toBe(200);
    await app.mailsTo(email);
  }
  const resets = async () => (await app.mailsTo(email)).filter(({ kind }) => kind === 'reset-password');
  expect(await resets()).toHaveLength(5);
  expect((await reset(token)).status).toBe(200);
  app.advance(HOUR + 1);
  await resetToken(email);
  expect(await resets()).toHaveLength(6);
});

test('an unknown address gets the same answer, the same row and no mail', async () => {
  const { email } = await signedInPerson(app);
  const unknown = newAddress();
  const known = await app.browser().post(ACCOUNT_API.requestReset, { email });
  const answer = await app.browser().post(ACCOUNT_API.requestReset, { email: unknown });
  expect([answer.status, answer.text]).toEqual([known.status, known.text]);
  const rowsOf = async (recipient: string) => {
    const columns = ['user_id', 'state', 'kind', 'network', 'text_body'] as const;
    return app.db
      .selectFrom('outbox')
      .select(columns)
      .where('recipient', '=', recipient)
      .where('kind', '=', 'reset-password')
      .execute();
  };
  expect(await rowsOf(unknown)).toEqual(await rowsOf(email));
  expect(await app.mailsTo(unknown)).toEqual([]);
  expect(await rowsOf(unknown)).toEqual([]);
});

test('a sign-up that waits is no account: its address gets no reset mail', async () => {
  const email = newAddress();
  await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  await app.browser().post(ACCOUNT_API.requestReset, { email });
  expect((await app.mailsTo(email)).map(({ kind }) => kind)).toEqual(['verify-email']);
});

test('a bad new password changes nothing and keeps the link', async () => {
  const { email } = await signedInPerson(app);
  const token = await resetToken(email);
  expect((await reset(token, 'short')).json.fields).toEqual([
    { field: 'password', message: 'Please use at least 6 characters.' },
  ]);
  expect((await reset(token)).status).toBe(200);
});
