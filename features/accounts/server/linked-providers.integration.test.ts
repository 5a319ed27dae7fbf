import { expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { SecurityAnswer } from '#features/accounts/security-bodies.ts';
import { SOCIAL_API } from '#features/social-sign-in/contract.ts';
import { newAddress, PASSWORD, recordOf, signedInPerson } from '#server/testing/people.ts';
import { openSiteOfIssuer, socialSignIn } from '#server/testing/social-site.ts';
import type { TestClient } from '#server/testing/test-client.ts';

const app = await openSiteOfIssuer();

const securityOf = async (browser: TestClient): Promise<SecurityAnswer['data']> =>
  (await browser.get(ACCOUNT_API.security)).json.data;
const prove = (browser: TestClient) => browser.post(ACCOUNT_API.proof, { password: PASSWORD });

test('two accounts at one sign-in provider are listed with the times of their linking, and unlinked one at a time', async () => {
  const { browser, email } = await signedInPerson(app);
  const times: string[] = [];
  for (const account of ['4712', '4713']) {
    await prove(browser);
    times.push(app.deps.clock().toISOString());
    await socialSignIn(browser, 'github', { email: newAddress(), account }, { purpose: 'link' });
    app.advance(1_000);
  }
  const { providers } = await securityOf(browser);
  expect(providers).toMatchObject(times.map((connectedAt) => ({ provider: 'github', connectedAt })));
  await prove(browser);
  const [one, other] = providers;
  expect((await browser.post(SOCIAL_API.unlink, one)).status).toBe(200);
  expect((await securityOf(browser)).providers).toEqual([other]);
  const emailOpenedBy = async (account: string) => {
    const elsewhere = app.browser();
    await socialSignIn(elsewhere, 'github', { email: newAddress(), account });
    return (await recordOf(elsewhere)).email;
  };
  expect(await emailOpenedBy('4712')).not.toBe(email);
  expect(await emailOpenedBy('4713')).toBe(email);
});

test('an account at a sign-in provider cannot be linked to two accounts of the site', async () => {
  const theirs = { email: newAddress() };
  await socialSignIn(app.browser(), 'google', theirs);
  const { browser } = await signedInPerson(app);
  await prove(browser);
  expect(await socialSignIn(browser, 'google', theirs, { purpose: 'link' })).toMatchObject({
    outcome: 'linked-elsewhere',
  });
  expect(await securityOf(browser)).toMatchObject({ providers: [] });
});
