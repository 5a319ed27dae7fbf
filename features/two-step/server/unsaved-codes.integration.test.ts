import { expect, test } from 'vitest';
import { RECOVERY_CODES } from '#contract/limits.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { PASSWORD, resetPassword, signedInPerson } from '#server/testing/people.ts';
import { HALF_MINUTE, withSecondStep } from '#server/testing/second-step.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { totpOf } from './totp.ts';

const app = await openTestApp();

const isUnsaved = async (browser: TestClient): Promise<boolean> =>
  (await browser.get(ACCOUNT_API.security)).json.data.hasUnsavedCodes;
const renew = (browser: TestClient, body: object = {}) => browser.post(SECOND_STEP_API.recoveryCodes, body);
const save = (browser: TestClient, set: string) => browser.post(SECOND_STEP_API.codesSaved, { set });

test('a confirmation whose answer is lost leaves codes that count as not saved, and the next visit makes others', async () => {
  const { browser, email } = await signedInPerson(app);
  const { code, recoveryCodes: lost } = await withSecondStep(app, { browser });
  expect(await isUnsaved(browser)).toBe(true);
  app.advance(2 * HALF_MINUTE);
  const { codes, set } = (await renew(browser, { code: code() })).json;
  expect(codes).toHaveLength(RECOVERY_CODES);
  expect(await isUnsaved(browser)).toBe(true);
  expect((await save(browser, set)).status).toBe(200);
  expect(await isUnsaved(browser)).toBe(false);
  expect((await resetPassword(app, email, 'another password', lost[0])).json.code).toBe(
    'SECOND_STEP_REFUSED',
  );
  expect((await resetPassword(app, email, 'another password', codes[0])).status).toBe(200);
  expect(await isUnsaved((await signedInAgain(email)).browser)).toBe(false);

  async function signedInAgain(address: string) {
    const again = app.browser();
    await again.post(ACCOUNT_API.signIn, { email: address, password: 'another password' });
    await again.post(SECOND_STEP_API.signIn, { code: codes[1], trust: false });
    return { browser: again };
  }
});

test('who says that replaced codes are saved says nothing of those that replaced them', async () => {
  const { browser } = await signedInPerson(app);
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  const { secret } = (await browser.post(SECOND_STEP_API.begin)).json;
  const code = () => totpOf(secret).generate({ timestamp: app.deps.clock().getTime() });
  const { set: first } = (await browser.post(SECOND_STEP_API.confirm, { code: code() })).json;
  const { set: second } = (await renew(browser)).json;
  expect(second).not.toBe(first);
  expect((await save(browser, first)).status).toBe(200);
  expect(await isUnsaved(browser)).toBe(true);
  await save(browser, second);
  expect((await save(browser, second)).status).toBe(200);
  expect(await isUnsaved(browser)).toBe(false);
});

test('a stolen session gets no codes for those that are not saved, and cannot say that they are', async () => {
  const { browser } = await signedInPerson(app);
  await withSecondStep(app, { browser });
  app.advance(6 * 60_000);
  expect((await renew(browser)).json.code).toBe('PROOF_MISSING');
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  expect((await renew(browser)).json.code).toBe('PROOF_MISSING');
  const { data } = (await browser.get(ACCOUNT_API.security)).json;
  expect(data).toMatchObject({ hasUnsavedCodes: true, recoveryCodesLeft: RECOVERY_CODES });
  expect((await save(browser, 'made-up')).status).toBe(200);
  expect(await isUnsaved(browser)).toBe(true);
});
