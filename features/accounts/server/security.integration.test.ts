import { describe, expect, test } from 'vitest';
import { PROOF_MINUTES } from '#contract/limits.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { SecurityAnswer } from '#features/accounts/security-bodies.ts';
import { SOCIAL_API } from '#features/social-sign-in/contract.ts';
import { mailedResetToken, newAddress, PASSWORD, recordOf, signedInPerson } from '#server/testing/people.ts';
import { socialSignIn } from '#server/testing/provider-visit.ts';
import { openSiteOfIssuer } from '#server/testing/social-site.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { ACCOUNT_LIMITS } from './limits.ts';

const MINUTE = 60_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';

const app = await openSiteOfIssuer();

async function signInElsewhere(email: string): Promise<TestClient> {
  const browser = app.browser();
  await browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD }, { 'user-agent': FIREFOX });
  return browser;
}
const securityOf = async (browser: TestClient): Promise<SecurityAnswer['data']> =>
  (await browser.get(ACCOUNT_API.security)).json.data;
const prove = (browser: TestClient) => browser.post(ACCOUNT_API.proof, { password: PASSWORD });
const endSessions = (browser: TestClient, id?: string) => browser.post(ACCOUNT_API.endSessions, { id });

describe('the sessions on the security page', () => {
  test('[V7.5.2] the page lists the person’s sessions with browser and times, the current one first', async () => {
    const { browser, email } = await signedInPerson(app);
    await signedInPerson(app);
    app.advance(MINUTE);
    const elsewhere = await signInElsewhere(email);
    const createdAt = app.deps.clock().toISOString();
    const onFirefox = { browser: 'Firefox on Linux', createdAt, isRemembered: false };
    const { sessions } = await securityOf(browser);
    expect(sessions).toHaveLength(2);
    expect(sessions).toMatchObject([{ isThis: true }, { isThis: false, ...onFirefox }]);
    const seenThere = await securityOf(elsewhere);
    expect(seenThere.sessions[0]).toMatchObject({ isThis: true, ...onFirefox });
  });

  test('[V7.5.2-2] a person can end one other session by its id, or all other sessions at once, but none of another account', async () => {
    const { browser, email } = await signedInPerson(app);
    const others = [await signInElsewhere(email), await signInElsewhere(email), await signInElsewhere(email)];
    const [, first] = (await securityOf(browser)).sessions;
    const { browser: stranger } = await signedInPerson(app);
    const [theirs] = (await securityOf(stranger)).sessions;
    await prove(browser);
    for (const session of [first, theirs]) await endSessions(browser, session?.id);
    expect(await recordOf(stranger)).not.toBeNull();
    expect((await securityOf(browser)).sessions).toHaveLength(3);
    await endSessions(browser);
    expect((await securityOf(browser)).sessions).toMatchObject([{ isThis: true }]);
    for (const other of others) expect(await recordOf(other)).toBeNull();
  });

  test('[A-72] a thief with the password can end sessions only ten times an hour, because that also ends the reset links that the owner needs', async () => {
    const site = await openTestApp({ RATE_LIMIT_SCALE: '1' });
    const { browser, email } = await signedInPerson(site);
    await prove(browser);
    const statuses: number[] = [];
    for (let times = 0; times <= ACCOUNT_LIMITS.endAllSessionsPerAccount.points; times++)
      statuses.push((await endSessions(browser)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    const token = await mailedResetToken(site, email);
    expect((await endSessions(browser)).status).toBe(429);
    const reset = await site.browser().post(ACCOUNT_API.reset, { token, password: 'a new password' });
    expect(reset.status).toBe(200);
  });
});

test('[V6.2.2] a proof of identity is needed to change the password, lasts five minutes and counts only in its own session', async () => {
  const { browser, email } = await signedInPerson(app);
  const elsewhere = await signInElsewhere(email);
  const change = (at: TestClient) => at.post(ACCOUNT_API.password, { password: 'a new password' });
  expect((await change(browser)).json.code).toBe('PROOF_MISSING');
  expect((await prove(browser)).status).toBe(200);
  expect((await change(elsewhere)).json.code).toBe('PROOF_MISSING');
  app.advance(PROOF_MINUTES * MINUTE);
  expect(await securityOf(browser)).toMatchObject({ isProved: true });
  app.advance(1);
  expect(await securityOf(browser)).toMatchObject({ isProved: false });
});

describe('the linked sign-in providers', () => {
  test('two accounts at one provider are listed with the times at which they were linked, and can be unlinked one at a time', async () => {
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

  test('a provider account that already belongs to another account of the site cannot be linked', async () => {
    const theirs = { email: newAddress() };
    await socialSignIn(app.browser(), 'google', theirs);
    const { browser } = await signedInPerson(app);
    await prove(browser);
    expect(await socialSignIn(browser, 'google', theirs, { purpose: 'link' })).toMatchObject({
      outcome: 'linked-elsewhere',
    });
    expect(await securityOf(browser)).toMatchObject({ providers: [] });
  });
});
