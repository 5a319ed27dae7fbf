import { expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import { changePassword, NEW_PASSWORD, toldTokens } from '#server/testing/changes.ts';
import { PASSWORD, resetPassword, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';

/** A site with rate limits at a twentieth of the real ones, unless told otherwise. */
const openSite = (scale = '0.05') => openTestApp({ RATE_LIMIT_SCALE: scale });

/** The status of a sign-in from a browser that keeps its device cookie but has no session. */
const signIn = async (browser: TestClient, email: string, password = PASSWORD) => {
  browser.cookies.delete('session');
  return (await browser.post(ACCOUNT_API.signIn, { email, password })).status;
};
/** Strangers guess passwords until the rate limit also refuses the right password from an unknown browser. */
const strangersGuess = async (site: TestApp, email: string, tries = 6, addresses = tries) => {
  for (let at = 0; at < tries; at++) {
    const stranger = createTestClient(site.server, TEST_ORIGIN, `203.0.113.${at % addresses}`);
    await stranger.post(ACCOUNT_API.signIn, { email, password: 'a guess' });
  }
  expect(await signIn(site.browser(), email)).toBe(429);
};
const days = (count: number) => count * 24 * 60 * 60_000;

test('[P-066] after 100 wrong passwords from 20 IP addresses, a known browser and one that reset the password by mail can sign in', async () => {
  const site = await openSite();
  const { email, browser } = await signedInPerson(site);
  await strangersGuess(site, email, 100, 20);
  expect(await signIn(browser, email)).toBe(200);
  const other = site.browser();
  site.advance(1);
  await other.post(ACCOUNT_API.requestReset, { email });
  const token = await site.tokenMailedTo(email);
  await other.post(ACCOUNT_API.reset, { token, password: 'a new password' });
  expect(await signIn(other, email, 'a new password')).toBe(200);
  expect(await signIn(browser, email, 'a new password')).toBe(200);
});

test('[A-75] a thief whose browser signed in once can use up only that browser’s attempts, even after a password reset', async () => {
  const site = await openSite();
  const { email, browser } = await signedInPerson(site);
  const thief = site.browser();
  expect(await signIn(thief, email)).toBe(200);
  expect((await resetPassword(site, email, 'a new password')).status).toBe(200);
  for (let at = 0; at < 5; at++) expect(await signIn(thief, email, 'a guess')).toBe(401);
  expect(await signIn(thief, email, 'a guess')).toBe(429);
  expect(await signIn(browser, email, 'a new password')).toBe(200);
});

test('[A-76] wrong passwords in a stolen session use up only the attempts of that session', async () => {
  const site = await openSite();
  const { email, browser } = await signedInPerson(site);
  const statuses: number[] = [];
  for (let at = 0; at < 3; at++) {
    const thief = createTestClient(site.server, TEST_ORIGIN, `203.0.113.${at}`);
    thief.cookies.set('session', browser.cookies.get('session') ?? '');
    statuses.push((await thief.post(ACCOUNT_API.proof, { password: 'a guess' })).status);
  }
  expect(statuses).toEqual([403, 429, 429]);
  expect((await browser.post(ACCOUNT_API.proof, { password: PASSWORD })).status).toBe(200);
  await browser.post(ACCOUNT_API.password, { password: 'another password' });
  const [link] = await toldTokens(site, email);
  const back = await site.browser().post(CHANGES_API.takeBack, { token: link, proof: PASSWORD });
  expect(back.status).toBe(200);
});

test('[A-77] wrong passwords on the page of an old mailed link use up only the attempts of that link', async () => {
  const site = await openSite();
  const { email, browser } = await signedInPerson(site);
  await changePassword({ browser });
  const [old] = await toldTokens(site, email);
  site.advance(1);
  await changePassword({ browser }, 'newer password', NEW_PASSWORD);
  const newer = (await toldTokens(site, email)).find((token) => token !== old);
  const takeBack = (token: string | undefined, proof: string, at: number) =>
    createTestClient(site.server, TEST_ORIGIN, `203.0.113.${at}`).post(CHANGES_API.takeBack, {
      token,
      proof,
    });
  const statuses: number[] = [];
  for (let at = 0; at < 101; at++) statuses.push((await takeBack(old, 'a guess', at)).status);
  expect(statuses).toEqual([403, ...Array(100).fill(429)]);
  expect((await browser.post(ACCOUNT_API.proof, { password: 'newer password' })).status).toBe(200);
  expect((await takeBack(newer, NEW_PASSWORD, 200)).status).toBe(200);
});

test('a browser that is known to one account counts as unknown to every other account', async () => {
  const site = await openSite();
  const [owner, other] = [await signedInPerson(site), await signedInPerson(site)];
  await strangersGuess(site, owner.email);
  expect(await signIn(other.browser, owner.email)).toBe(429);
});

test('[P-065] a browser stays known to an account for 180 days after its last sign-in', async () => {
  const site = await openSite();
  const { email, browser } = await signedInPerson(site);
  await strangersGuess(site, email);
  site.advance(days(179));
  expect(await signIn(browser, email)).toBe(200);
  site.advance(days(179));
  expect(await signIn(browser, email)).toBe(200);
  site.advance(days(180));
  expect(await signIn(browser, email)).toBe(429);
});

test('a known browser’s device cookie changes with each sign-in, so that a planted cookie becomes useless', async () => {
  const site = await openSite();
  const { email, browser } = await signedInPerson(site);
  const before = browser.cookies.get('device') ?? '';
  expect(await signIn(browser, email)).toBe(200);
  expect(browser.cookies.get('device')).not.toBe(before);
  await strangersGuess(site, email);
  const stranger = site.browser();
  stranger.cookies.set('device', before);
  expect(await signIn(stranger, email)).toBe(429);
});
