import { expect, test } from 'vitest';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { mailedResetToken, newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openSharedApp } from '#server/testing/test-app.ts';
import type { TestAnswer } from '#server/testing/test-client.ts';

const COMMON = 'Password1';

const app = await openSharedApp({ REFUSE_COMMON_PASSWORDS: 'on' });
const lenient = await openSharedApp();

const REFUSED = {
  code: 'FIELDS_NOT_VALID',
  fields: [{ field: 'password', message: SCHEMA_ERRORS.PASSWORD_COMMON }],
};
const expectRefused = ({ json }: TestAnswer) => expect(json).toMatchObject(REFUSED);

test('[V6.2.4] where the setting says so, a common password is refused at sign-up, whoever has the address', async () => {
  const { email } = await signedInPerson(app);
  for (const address of [email, newAddress()])
    expectRefused(await app.browser().post(ACCOUNT_API.signUp, { email: address, password: COMMON }));
});

test('where the setting says so, a common password is refused when confirming, and the link stays good', async () => {
  const email = newAddress();
  await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  const token = await app.tokenMailedTo(email);
  const confirm = (password: string) => app.browser().post(ACCOUNT_API.verify, { token, password });
  expectRefused(await confirm(COMMON));
  expect((await confirm(PASSWORD)).status).toBe(200);
});

test('where the setting says so, a common password is refused at a reset, and the link stays good', async () => {
  const { email } = await signedInPerson(app);
  const token = await mailedResetToken(app, email);
  const reset = (password: string) => app.browser().post(ACCOUNT_API.reset, { token, password });
  expectRefused(await reset(COMMON));
  expect((await reset('another password')).status).toBe(200);
});

test('where the setting says so, a common password is refused when it is changed', async () => {
  const { browser } = await signedInPerson(app);
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  expectRefused(await browser.post(ACCOUNT_API.password, { password: COMMON }));
});

test('without the setting a common password is taken', async () => {
  const answer = await lenient.browser().post(ACCOUNT_API.signUp, { email: newAddress(), password: COMMON });
  expect(answer.status).toBe(200);
});
