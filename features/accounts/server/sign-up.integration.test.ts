import { expect, test } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { newAddress, PASSWORD, recordOf, signedInPerson } from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';

/** That answers for taken and free addresses are alike: `enumeration.integration.test.ts`. */
const app = await openTestApp();

const signUpsOf = (email: string) => app.db.selectFrom('sign_ups').selectAll().where('email', '=', email);
const usersOf = (email: string) =>
  app.db.selectFrom('users').select('id').where('email', '=', email).execute();

test('[P-024] signing up stores what was typed and requests a mail, and makes neither account nor session', async () => {
  const [browser, email] = [app.browser(), newAddress()];
  const answer = await browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  expect(answer.json).toEqual({ success: true, message: MESSAGES.checkYourEmail });
  const signUp = await signUpsOf(email).executeTakeFirstOrThrow();
  expect(signUp).toMatchObject({
    name: email.split('@')[0],
    attempts: 1,
    gender: '',
    dob: '',
    about: '',
    taken: 0,
    confirmed_at: null,
  });
  const requested = await app.db
    .selectFrom('outbox')
    .select(['state', 'user_id'])
    .where('recipient', '=', email)
    .execute();
  expect(requested).toEqual([{ state: 'requested', user_id: signUp.id }]);
  expect(await usersOf(email)).toEqual([]);
  expect(await app.mailsTo(email)).toHaveLength(1);
  expect((await browser.get(ACCOUNT_API.session)).json).toEqual({ success: true, data: null });
  expect((await browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD })).json).toMatchObject({
    code: 'EMAIL_NOT_VERIFIED',
    message: 'Please verify your email before signing in.',
  });
});

test('the pending cookie is HttpOnly, short-lived and saves the record just created, once unverified', async () => {
  const [browser, email] = [app.browser(), newAddress()];
  const answer = await browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  const [cookie] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^pending_verification=.*Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
  const saved = await browser.post(PRODUCT_API.saveUser, { name: 'Asha', id: 'x', login_count: 99 });
  expect(saved.json.data).toMatchObject({ name: 'Asha', email, login_count: 0, verification_attempts: 1 });
  expect((await browser.get(`/api/user/${saved.json.data.id}`)).json.code).toBe('NOT_SIGNED_IN');
});

test('[P-161] only its owner learns of a sign-up with a taken address, and nothing of theirs is touched', async () => {
  const owner = await signedInPerson(app);
  const stranger = app.browser();
  await stranger.post(ACCOUNT_API.signUp, { email: owner.email, password: 'another one' });
  await stranger.post(PRODUCT_API.saveUser, { about: 'hello' });
  const kinds = (await app.mailsTo(owner.email)).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['account-exists', 'verify-email']);
  const signIn = await app.browser().post(ACCOUNT_API.signIn, { email: owner.email, password: PASSWORD });
  expect(signIn.json.data).toMatchObject({ id: owner.record.id, about: '', name: owner.record.name });
  expect((await recordOf(owner.browser)).email).toBe(owner.email);
});

test('several sign-ups wait for one address, each with its own mail, password and record', async () => {
  const email = newAddress();
  const [first, second] = [app.browser(), app.browser()];
  await first.post(ACCOUNT_API.signUp, { email, password: 'the first one' });
  await first.post(PRODUCT_API.saveUser, { about: 'of the first' });
  const token = await app.tokenMailedTo(email);
  app.advance(5 * 60_000);
  await second.post(ACCOUNT_API.signUp, { email, password: 'the second one' });
  const { data } = (await second.post(PRODUCT_API.saveUser, {})).json;
  expect(data).toMatchObject({ about: '', verification_attempts: 1 });
  expect(await app.mailsTo(email)).toHaveLength(2);
  for (const password of ['the first one', 'the second one']) {
    const answer = await app.browser().post(ACCOUNT_API.signIn, { email, password });
    expect(answer.json.code).toBe('EMAIL_NOT_VERIFIED');
  }
  // The older mail is of the other sign-up, so a newer one does not end it.
  expect((await second.post(ACCOUNT_API.verify, { token })).json.code).toBe('PASSWORD_NEEDED');
});

test.each([
  [{ email: 'nobody', password: PASSWORD }, 'email'],
  [{ email: 'a@example.com', password: 'short' }, 'password'],
  [{ email: 'a@example.com', password: 'x'.repeat(129) }, 'password'],
  [{ email: `${'a'.repeat(250)}@example.com`, password: PASSWORD }, 'email'],
  [{ email: ['a@example.com'], password: PASSWORD }, 'email'],
  [{ password: PASSWORD }, 'email'],
  [{ email: 'a@example.com\r\nBcc: b@example.com', password: PASSWORD }, 'email'],
])('[V2.2.1] a sign-up with %j is refused by field', async (body, field) => {
  const answer = await app.browser().post(ACCOUNT_API.signUp, body);
  expect(answer.status).toBe(422);
  expect(answer.json.fields.map((problem: { field: string }) => problem.field)).toEqual([field]);
});
