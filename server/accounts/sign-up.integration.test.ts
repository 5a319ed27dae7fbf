import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

describe('signing up', () => {
  test('stores account, record and mail, and opens no session', async () => {
    const [browser, email] = [app.browser(), newAddress()];
    const answer = await browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
    expect(answer.json).toEqual({ success: true, message: MESSAGES.checkYourEmail });
    const user = await app.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(user).toMatchObject({
      name: email.split('@')[0],
      email_verified: 0,
      login_count: 0,
      verification_attempts: 1,
      gender: '',
      dob: '',
      about: '',
    });
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

  test('a taken address answers the same, and only its owner learns of it', async () => {
    const owner = await signedInPerson(app);
    const [stranger, fresh] = [app.browser(), app.browser()];
    const taken = await stranger.post(ACCOUNT_API.signUp, { email: owner.email, password: 'another one' });
    const free = await fresh.post(ACCOUNT_API.signUp, { email: newAddress(), password: 'another one' });
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    expect(taken.headers.getSetCookie()[0]?.length).toBe(free.headers.getSetCookie()[0]?.length);
    expect((await app.mailsTo(owner.email)).map(({ kind }) => kind).sort()).toEqual([
      'account-exists',
      'verify-email',
    ]);
    expect((await owner.browser.get(ACCOUNT_API.session)).json.data.email).toBe(owner.email);
  });

  test('every step after a sign-up with a taken address looks like a new account', async () => {
    const owner = await signedInPerson(app);
    const steps = async (email: string) => {
      const browser = app.browser();
      await browser.post(ACCOUNT_API.signUp, { email, password: 'guessed wrong' });
      const saved = await browser.post(PRODUCT_API.saveUser, { about: 'hello' });
      const again = await browser.post(PRODUCT_API.saveUser, {});
      const withoutCookies = app.browser();
      return [
        Object.keys(saved.json.data),
        saved.json.data.email === email,
        again.json.data.about,
        again.json.data.created_at === app.deps.clock().toISOString(),
        again.json.data.verification_attempts,
        (await withoutCookies.post(ACCOUNT_API.signIn, { email, password: 'guessed wrong' })).text,
        (await withoutCookies.post(ACCOUNT_API.signIn, { email, password: 'something else' })).text,
        (await browser.post(ACCOUNT_API.resendVerification)).text,
      ];
    };
    expect(await steps(owner.email)).toEqual(await steps(newAddress()));
    // And nothing of it touched the owner.
    const signIn = await app.browser().post(ACCOUNT_API.signIn, { email: owner.email, password: PASSWORD });
    expect(signIn.json.data).toMatchObject({ id: owner.record.id, about: '', name: owner.record.name });
  });

  test('the owner of a taken address is not flooded', async () => {
    const owner = await signedInPerson(app);
    for (let i = 0; i < 8; i++) {
      await app.browser().post(ACCOUNT_API.signUp, { email: owner.email, password: PASSWORD });
      app.advance(60_000);
    }
    const kinds = (await app.mailsTo(owner.email)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'account-exists')).toHaveLength(2);
  });

  test('a second sign-up with an unconfirmed address: the newest password counts, the mails keep their limit', async () => {
    const email = newAddress();
    const [first, second] = [app.browser(), app.browser()];
    await first.post(ACCOUNT_API.signUp, { email, password: 'the first one' });
    await second.post(ACCOUNT_API.signUp, { email, password: 'the second one' });
    expect(await app.mailsTo(email)).toHaveLength(1);
    expect((await first.post(ACCOUNT_API.resendVerification)).json.message).toBe(
      'No user is currently signed in',
    );
    // The link in the inbox still works for the browser whose password counts.
    const token = await app.tokenMailedTo(email);
    expect((await second.post(ACCOUNT_API.verify, { token })).status).toBe(200);
    expect((await first.post(ACCOUNT_API.signIn, { email, password: 'the first one' })).status).toBe(401);
    expect((await second.post(ACCOUNT_API.signIn, { email, password: 'the second one' })).status).toBe(200);
  });

  test('ten sign-ups at once with one new address make one account', async () => {
    const email = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await app.db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(
      1,
    );
    expect(await app.mailsTo(email)).toHaveLength(1);
  });

  test.each([
    [{ email: 'nobody', password: PASSWORD }, 'email'],
    [{ email: 'a@example.com', password: 'short' }, 'password'],
    [{ email: 'a@example.com', password: 'x'.repeat(129) }, 'password'],
    [{ email: `${'a'.repeat(250)}@example.com`, password: PASSWORD }, 'email'],
    [{ email: ['a@example.com'], password: PASSWORD }, 'email'],
    [{ password: PASSWORD }, 'email'],
    [{ email: 'a@example.com\r\nBcc: b@example.com', password: PASSWORD }, 'email'],
  ])('%j is refused by field', async (body, field) => {
    const answer = await app.browser().post(ACCOUNT_API.signUp, body);
    expect(answer.status).toBe(422);
    expect(answer.json.fields.map((problem: { field: string }) => problem.field)).toEqual([field]);
  });

  test('addresses are one whatever their case and blanks', async () => {
    const email = newAddress();
    await app.browser().post(ACCOUNT_API.signUp, { email: `  ${email.toUpperCase()} `, password: PASSWORD });
    expect(await app.mailsTo(email)).toHaveLength(1);
  });
});
