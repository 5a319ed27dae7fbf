import { describe, expect, test } from 'vitest';
import { RECOVERY_CODES } from '#contract/limits.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { PASSWORD, recordOf, signedInPerson } from '#server/testing/people.ts';
import { HALF_MINUTE, withSecondStep } from '#server/testing/second-step.ts';
import { openSharedApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';

const app = await openSharedApp();

/** Somebody with the second step on, whose app shows a code that nobody has used. */
async function person() {
  const someone = await signedInPerson(app);
  const codes = await withSecondStep(app, someone);
  app.advance(2 * HALF_MINUTE);
  return { ...someone, ...codes };
}
const signIn = (browser: TestClient, email: string, password = PASSWORD) =>
  browser.post(ACCOUNT_API.signIn, { email, password, rememberDevice: true });
const enter = (browser: TestClient, code: string, trust = false) =>
  browser.post(SECOND_STEP_API.signIn, { code, trust });
async function halfSignedIn(email: string): Promise<TestClient> {
  const browser = app.browser();
  await signIn(browser, email);
  return browser;
}
const securityOf = async (browser: TestClient) => (await browser.get(ACCOUNT_API.security)).json.data;

describe('signing in with a password', () => {
  test('[V6.3.3] opens no session before the code, and one as it was asked for after it', async () => {
    const { email, code } = await person();
    const browser = app.browser();
    const first = await signIn(browser, email);
    expect([first.status, first.json]).toEqual([202, { success: true, data: null, secondStep: true }]);
    expect([...browser.cookies.keys()]).toEqual(['sign_in_step']);
    expect(await recordOf(browser)).toBeNull();
    expect((await enter(browser, code())).json).toMatchObject({ data: { email }, remembered: true });
    expect(await recordOf(browser)).toMatchObject({ email });
    expect(browser.cookies.has('sign_in_step')).toBe(false);
  });

  test('[V6.5.1] a code counts once, also at once, and none that is older than it', async () => {
    const { email, code } = await person();
    const browsers = await Promise.all([1, 2, 3].map(() => halfSignedIn(email)));
    const answers = await Promise.all(browsers.map((browser) => enter(browser, code())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect((await enter(await halfSignedIn(email), code(-1))).json.code).toBe('SECOND_STEP_REFUSED');
    expect((await enter(await halfSignedIn(email), code(1))).status).toBe(200);
  });

  test('[V6.4.4-2] a recovery code works once, even twice at the same time, in any spelling', async () => {
    const { browser, email, recoveryCodes } = await person();
    const [one = '', two = ''] = recoveryCodes;
    const browsers = await Promise.all([1, 2].map(() => halfSignedIn(email)));
    const answers = await Promise.all(browsers.map((each) => enter(each, one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(
      (await enter(await halfSignedIn(email), ` ${two.toUpperCase().replaceAll('-', ' ')}`)).status,
    ).toBe(200);
    expect(await securityOf(browser)).toMatchObject({
      recoveryCodesLeft: RECOVERY_CODES - 2,
    });
  });
});
