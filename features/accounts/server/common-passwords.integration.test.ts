import { expect, test } from 'vitest';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { mailedResetToken, newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openSharedApp } from '#server/testing/test-app.ts';
import type { TestAnswer } from '#server/testing/test-client.ts';
import { freshSalt, hashPassword } from './passwords.ts';

const COMMON = 'Password1';

const app = await openSharedApp();
const lenient = await openSharedApp({ REFUSE_COMMON_PASSWORDS: 'off' });

const REFUSED = {
  code: 'FIELDS_NOT_VALID',
  fields: [{ field: 'password', message: SCHEMA_ERRORS.PASSWORD_COMMON }],
};
const expectRefused = ({ json }: TestAnswer) => expect(json).toMatchObject(REFUSED);

test('[V6.2.4] by default a common password is refused at sign-up, whoever has the address', async () => {
  const { email } = await signedInPerson(app);
  for (const address of [email, newAddress()])
    expectRefused(await app.browser().post(ACCOUNT_API.signUp, { email: address, password: COMMON }));
});

test('by default a common password is refused when confirming, and the link stays good', async () => {
  const email = newAddress();
  await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  const token = await app.tokenMailedTo(email);
  const confirm = (password: string) => app.browser().post(ACCOUNT_API.verify, { token, password });
  expectRefused(await confirm(COMMON));
  expect((await confirm(PASSWORD)).status).toBe(200);
});

test('by default a common password is refused at a reset, and the link stays good', async () => {
  const { email } = await signedInPerson(app);
  const token = await mailedResetToken(app, email);
  const reset = (password: string) => app.browser().post(ACCOUNT_API.reset, { token, password });
  expectRefused(await reset(COMMON));
  expect((await reset('another password')).status).toBe(200);
});

test('by default a common password is refused when it is changed', async () => {
  const { browser } = await signedInPerson(app);
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  expectRefused(await browser.post(ACCOUNT_API.password, { password: COMMON }));
});

test('with the setting off a common password is taken', async () => {
  const answer = await lenient.browser().post(ACCOUNT_API.signUp, { email: newAddress(), password: COMMON });
  expect(answer.status).toBe(200);
});

test('who has a common password goes on signing in and proves with it', async () => {
  const { email, record } = await signedInPerson(app);
  await app.db
    .updateTable('passwords')
    .set({ hash: await hashPassword(COMMON, freshSalt()) })
    .where('user_id', '=', record.id)
    .execute();
  const browser = app.browser();
  expect((await browser.post(ACCOUNT_API.signIn, { email, password: COMMON })).status).toBe(200);
  expect((await browser.post(ACCOUNT_API.proof, { password: COMMON })).status).toBe(200);
});
