import { expect, test } from 'vitest';
import { PAGES } from '#content/page-paths.ts';
import { VERIFICATION } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { findRows } from '#server/database/rows.ts';
import { mailedResetToken, newAddress, PASSWORD, recordOf, signedInPerson } from '#server/testing/people.ts';
import { removeOutlived } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';

/** `enumeration.integration.test.ts` tests that answers are the same for taken and free addresses. */
const app = await openTestApp();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function signUp(email = newAddress(), password = PASSWORD) {
  const browser = app.browser();
  const { headers, json } = await browser.post(ACCOUNT_API.signUp, { email, password });
  return { email, browser, headers, json };
}
const resend = async (browser: TestClient) =>
  (await browser.post(ACCOUNT_API.resendVerification)).json.message;
const confirm = (browser: TestClient, token: string, password?: string) =>
  browser.post(ACCOUNT_API.verify, { token, password });
const save = async (browser: TestClient, fields: object = {}) =>
  (await browser.post(PRODUCT_API.saveUser, fields)).json.data;
const signIn = (email: string, password = PASSWORD, browser = app.browser()) =>
  browser.post(ACCOUNT_API.signIn, { email, password });
const signUpsOf = (email: string) => findRows(app.db, 'sign_ups', '*', { email });
const usersOf = (email: string) => findRows(app.db, 'users', ['id'], { email });

test('[P-024] a sign-up stores its data and requests a mail, but makes no account or session, only a cookie that lasts a day', async () => {
  const { email, browser, headers, json } = await signUp();
  expect(json).toEqual({ success: true, message: MESSAGES.checkYourEmail });
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^pending_verification=.*Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const stored = await signUpsOf(email);
  const typed = { name: email.split('@')[0], gender: '', dob: '', about: '' };
  expect(stored).toMatchObject([{ ...typed, attempts: 1, taken: 0, confirmed_at: null }]);
  const requested = await findRows(app.db, 'outbox', ['state', 'user_id'], { recipient: email });
  expect(requested).toEqual([{ state: 'requested', user_id: stored[0]?.id }]);
  expect(await app.mailsTo(email)).toHaveLength(1);
  expect(await usersOf(email)).toEqual([]);
  expect((await browser.get(ACCOUNT_API.session)).json).toEqual({ success: true, data: null });
  const saved = await save(browser, { name: 'Asha', id: 'x', login_count: 99 });
  expect(saved).toMatchObject({ name: 'Asha', email, login_count: 0, verification_attempts: 1 });
  expect((await browser.get(`/api/user/${saved.id}`)).json.code).toBe('NOT_SIGNED_IN');
  expect(await resend(browser)).not.toBe('No user is currently signed in');
  app.advance(24 * HOUR);
  expect(await resend(browser)).toBe('No user is currently signed in');
  expect((await signIn(email)).json).toMatchObject({
    code: 'EMAIL_NOT_VERIFIED',
    message: 'Please verify your email before signing in.',
  });
});

test('[P-161] a sign-up with a taken address changes nothing in the account, and only its owner learns of it, by mail', async () => {
  const owner = await signedInPerson(app);
  const { browser: stranger } = await signUp(owner.email, 'another one');
  await save(stranger, { about: 'hello' });
  const kinds = (await app.mailsTo(owner.email)).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['account-exists', 'verify-email']);
  const { data } = (await signIn(owner.email)).json;
  expect(data).toMatchObject({ id: owner.record.id, about: '', name: owner.record.name });
  expect((await recordOf(owner.browser)).email).toBe(owner.email);
});

test.each([
  [{ email: 'a@example.com', password: 'short' }, 'password'],
  [{ email: ['a@example.com'], password: PASSWORD }, 'email'],
  [{ email: 'a@example.com\r\nBcc: b@example.com', password: PASSWORD }, 'email'],
])('[V2.2.1] a sign-up with %j is refused with an error for the invalid field', async (body, field) => {
  const answer = await app.browser().post(ACCOUNT_API.signUp, body);
  expect(answer.status).toBe(422);
  expect(answer.json.fields.map((problem: { field: string }) => problem.field)).toEqual([field]);
});

test('[V2.3.2] another confirmation mail can be requested every 5 minutes, up to a limit, and the page gets the wait in seconds', async () => {
  const { email, browser } = await signUp();
  const pending = async (visitor = browser) => (await visitor.get(ACCOUNT_API.pending)).json.data;
  const stranger = app.browser();
  expect([await resend(stranger), await pending(stranger)]).toEqual(['No user is currently signed in', null]);
  const wait = (n: number) => `Please wait ${n} minutes before requesting another verification email.`;
  expect([await resend(browser), await pending()]).toEqual([wait(5), { email, secondsToResend: 300 }]);
  app.advance(3 * MINUTE + 59_500);
  expect([await resend(browser), await pending()]).toEqual([wait(2), { email, secondsToResend: 61 }]);
  app.advance(1 * MINUTE + 500);
  expect(await pending()).toEqual({ email, secondsToResend: 0 });
  for (let attempt = 2; attempt <= VERIFICATION.maxAttempts; attempt++) {
    expect(await app.mailsTo(email)).toHaveLength(attempt - 1);
    expect(await resend(browser)).toBe(MESSAGES.verificationSent);
    app.advance(5 * MINUTE);
  }
  expect(await resend(browser)).toBe('Maximum verification attempts reached. Please contact support.');
  expect(await pending()).toEqual({ email, secondsToResend: null });
  expect(await app.mailsTo(email)).toHaveLength(VERIFICATION.maxAttempts);

  const { browser: verified } = await signedInPerson(app);
  expect([await resend(verified), await pending(verified)]).toEqual(['Email is already verified', null]);
});

test('a browser that confirms its own sign-up is signed in, and the account has the chosen password and the saved profile', async () => {
  const { email, browser } = await signUp();
  const pending = browser.cookies.get('pending_verification') ?? '';
  const { id, created_at, verification_attempts } = await save(browser, { name: 'Asha', about: 'mine' });
  const { data, remembered } = (await confirm(browser, await app.tokenMailedTo(email))).json;
  const kept = { id, email, created_at, verification_attempts, name: 'Asha', about: 'mine' };
  expect(data).toMatchObject({ ...kept, email_verified: true, login_count: 1 });
  expect(remembered).toBe(false);
  expect(await recordOf(browser)).toEqual(data);
  expect([...browser.cookies.keys()].sort()).toEqual(['device', 'session']);
  expect((await signIn(email)).json.data).toMatchObject({ ...kept, login_count: 2 });
  const gone = { email: '', password_hash: '', name: '', about: '', link_hash: null };
  expect(await findRows(app.db, 'sign_ups', '*', { id })).toMatchObject([gone]);

  const late = app.browser();
  late.cookies.set('pending_verification', pending);
  expect(await resend(late)).toBe('Email is already verified');
  expect((await late.post(PRODUCT_API.saveUser, { name: 'Late' })).status).toBe(401);
});

test('[A-37] a browser that confirms another browser’s sign-up is signed in only if its password was typed there before', async () => {
  const { email } = await signUp();
  const { browser: elsewhere } = await signUp();
  const answer = await confirm(elsewhere, await app.tokenMailedTo(email), PASSWORD);
  expect(answer.json).toMatchObject({ success: true, email, data: null });
  expect([...elsewhere.cookies.keys()]).toEqual([]);
  expect(await recordOf(elsewhere)).toBeNull();

  const own = await signUp();
  expect((await signIn(own.email, PASSWORD, elsewhere)).status).toBe(403);
  expect(await resend(own.browser)).toBe('No user is currently signed in');
  expect((await save(elsewhere)).email).toBe(own.email);
  expect((await confirm(elsewhere, await app.tokenMailedTo(own.email))).status).toBe(200);
  expect((await recordOf(elsewhere)).email).toBe(own.email);
});

test('a sign-up in a browser where someone else is signed in leaves that person’s profile unchanged', async () => {
  const { browser, record } = await signedInPerson(app);
  await browser.post(PRODUCT_API.saveUser, { about: 'mine' });
  const email = newAddress();
  await browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  expect(await save(browser, { name: 'Asha', about: '' })).toMatchObject({ email, name: 'Asha' });
  const profile = { name: record.name, about: 'mine' };
  expect(await findRows(app.db, 'users', ['name', 'about'], { id: record.id })).toEqual([profile]);
  app.advance(5 * MINUTE);
  expect(await resend(browser)).toBe(MESSAGES.verificationSent);
});

test('[P-056] opening the mailed link changes nothing; only a POST confirms the address, and only once', async () => {
  const { email, browser } = await signUp();
  const token = await app.tokenMailedTo(email);
  for (const method of ['GET', 'GET', 'GET', 'GET', 'GET', 'HEAD'])
    await app.browser().send(`${PAGES.authVerify}?token=${token}`, { method });
  expect((await save(browser)).email_verified).toBe(false);
  const linked = async () => (await browser.post(ACCOUNT_API.link, { token })).json.data;
  expect(await linked()).toEqual({ email, needsPassword: false });
  expect((await confirm(browser, token)).json.message).toBe(MESSAGES.emailConfirmed);
  expect(await linked()).toBeNull();
  expect((await signIn(email)).status).toBe(200);
  expect((await confirm(browser, token)).json.code).toBe('LINK_NOT_VALID');
});

test('[P-057] a newer confirmation link ends the older one, and each link expires after 24 hours', async () => {
  const { email, browser } = await signUp();
  const older = await app.tokenMailedTo(email);
  app.advance(5 * MINUTE);
  await resend(browser);
  const newer = await app.tokenMailedTo(email);
  expect((await confirm(browser, older)).json.code).toBe('LINK_NOT_VALID');
  app.advance(24 * HOUR);
  expect((await confirm(browser, newer, PASSWORD)).status).toBe(410);
});

test('[V6.6.2] a reset link cannot confirm an address, and a confirmation link cannot reset a password', async () => {
  const { email: waiting } = await signUp();
  const verify = await app.tokenMailedTo(waiting);
  const { email } = await signedInPerson(app);
  const reset = await mailedResetToken(app, email);
  const browser = app.browser();
  expect((await confirm(browser, reset, PASSWORD)).status).toBe(410);
  expect((await browser.post(ACCOUNT_API.reset, { token: verify, password: PASSWORD })).status).toBe(410);
});

/** An attack by signing up with another person's address in advance (docs/product.md, "Confirmation"). */
test('[P-160] a person who confirms an attacker’s sign-up must choose a new password, and gets an empty profile', async () => {
  const [theirs, mine] = ['the password of the attacker', 'mine and new'];
  const { email, browser: attacker } = await signUp(newAddress(), theirs);
  const known = await save(attacker, { name: 'Mallory', about: 'here' });
  const token = await app.tokenMailedTo(email);
  const owner = app.browser();
  expect((await confirm(owner, token)).json.code).toBe('PASSWORD_NEEDED');
  expect(await usersOf(email)).toEqual([]);
  expect((await confirm(owner, token, mine)).status).toBe(200);
  expect((await signIn(email, theirs)).json.code).toBe('EMAIL_NOT_VERIFIED');
  expect(await recordOf(attacker)).toBeNull();
  const { data } = (await signIn(email, mine)).json;
  expect(data).toMatchObject({ name: email.split('@')[0], about: '' });
  expect(data.id, 'the attacker knows the id of the sign-up').not.toBe(known.id);
  expect(await findRows(app.db, 'passwords', ['hash'], { user_id: data.id })).toHaveLength(1);
  expect((await confirm(owner, token, theirs)).json.code).toBe('LINK_NOT_VALID');
});

test('[P-078] unconfirmed sign-ups are removed after 7 days with their mails; accounts and the mails of accounts stay', async () => {
  const { email } = await signUp();
  expect(await app.mailsTo(email)).toHaveLength(1);
  const person = await signedInPerson(app);
  await signUp(person.email);
  const later = (days: number) => new Date(app.deps.clock().getTime() + days * 24 * HOUR);
  await removeOutlived(app, later(6.9));
  expect(await app.mailsTo(email)).toHaveLength(1);
  await removeOutlived(app, later(7));
  expect(await app.mailsTo(email)).toHaveLength(0);
  expect(await app.db.selectFrom('sign_ups').select('id').execute()).toEqual([]);
  expect((await signIn(person.email)).status).toBe(200);
  expect((await app.mailsTo(person.email)).map(({ kind }) => kind)).toContain('verify-email');
});
