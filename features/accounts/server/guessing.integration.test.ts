import { expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import {
  changePassword,
  mailedResetToken,
  NEW_PASSWORD,
  newAddress,
  PASSWORD,
  recordOf,
  resetPassword,
  signedInPerson,
  toldTokens,
  withSecondStep,
} from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';

/** Opens a site with a twentieth of the real rate limits. */
async function openSite() {
  const site = await openTestApp({ RATE_LIMIT_SCALE: '0.05' });
  return { site, ...(await signedInPerson(site)) };
}

const from = (site: TestApp, ip: string) => createTestClient(site.server, TEST_ORIGIN, ip);
type Guess = { readonly email?: string; readonly password?: string; readonly ip: string };
const guess = async (site: TestApp, { email = newAddress(), password = 'a guess', ip }: Guess) =>
  (await from(site, ip).post(ACCOUNT_API.signIn, { email, password })).status;

/** Counts the tries that no rate limit refused. */
async function countTaken(tries: number, guessOnce: (at: number) => Promise<number>): Promise<number> {
  let taken = 0;
  for (let at = 0; at < tries; at++) if ((await guessOnce(at)) !== 429) taken += 1;
  return taken;
}

test('[V6.3.1-2] wrong passwords from several IP addresses block sign-ins from new addresses, but leave the owner signed in', async () => {
  const { site, email, browser, record } = await openSite();
  expect(await countTaken(7, (at) => guess(site, { email, ip: `203.0.113.${at}` }))).toBe(5);
  expect(await guess(site, { email, password: PASSWORD, ip: '203.0.113.99' })).toBe(429);
  expect((await recordOf(browser)).id).toBe(record.id);
  expect((await browser.post(ACCOUNT_API.requestReset, { email })).status).toBe(200);
  expect(await guess(site, { ip: '203.0.113.99' })).toBe(401);
});

test('[P-072] an IP address or IPv6 network that tries one password on many accounts is soon refused, but not its neighbours', async () => {
  const { site } = await openSite();
  const guessFrom = (ip: string) => async (at: number) => {
    const forged = { 'x-forwarded-for': `198.51.100.${at}`, 'x-real-ip': `198.51.100.${at}` };
    const typed = { email: newAddress(), password: PASSWORD };
    return (await from(site, ip.replace('*', `${at + 1}`)).post(ACCOUNT_API.signIn, typed, forged)).status;
  };
  for (const ip of ['203.0.113.1', '2001:db8:1:2::*']) expect(await countTaken(5, guessFrom(ip)), ip).toBe(3);
  expect(await guess(site, { ip: '2001:db8:1:3::1' })).toBe(401);
});

test('many people can sign in from one IP address, because right passwords do not count towards its rate limit', async () => {
  const { site, email } = await openSite();
  const { email: other } = await signedInPerson(site);
  const ip = '203.0.113.1';
  expect(await guess(site, { email, password: PASSWORD, ip })).toBe(200);
  expect(await guess(site, { ip })).toBe(401);
  expect(await guess(site, { email: other, password: PASSWORD, ip })).toBe(200);
  expect(await countTaken(4, () => guess(site, { ip }))).toBe(2);
});

test('a right password does not count towards the rate limit of an IP address, even if a code is still needed', async () => {
  const { site } = await openSite();
  const tries = await countTaken(4, async () => {
    const person = await signedInPerson(site);
    await withSecondStep(site, person);
    return guess(site, { email: person.email, password: PASSWORD, ip: '203.0.113.1' });
  });
  expect(tries).toBe(4);
});

/** Signs in from a browser that keeps its device cookie but has no session. */
const signIn = async (browser: TestClient, email: string, password = PASSWORD) => {
  browser.cookies.delete('session');
  return (await browser.post(ACCOUNT_API.signIn, { email, password })).status;
};
/** Guesses until the rate limit also refuses the right password from an unknown browser. */
const strangersGuess = async (site: TestApp, email: string, tries = 6, addresses = tries) => {
  for (let at = 0; at < tries; at++) await guess(site, { email, ip: `203.0.113.${at % addresses}` });
  expect(await signIn(site.browser(), email)).toBe(429);
};
const days = (count: number) => count * 24 * 60 * 60_000;

test('[P-066] after 100 wrong passwords, only browsers that signed in to the account before, or reset its password, can sign in', async () => {
  const { site, email, browser } = await openSite();
  const { browser: ofAnother } = await signedInPerson(site);
  await strangersGuess(site, email, 100, 20);
  expect(await signIn(browser, email)).toBe(200);
  expect(await signIn(ofAnother, email)).toBe(429);
  const other = site.browser();
  const token = await mailedResetToken(site, email);
  await other.post(ACCOUNT_API.reset, { token, password: 'a new password' });
  expect(await signIn(other, email, 'a new password')).toBe(200);
  expect(await signIn(browser, email, 'a new password')).toBe(200);
});

test('[A-75] a thief whose browser signed in once can use up only that browser’s attempts, even after a password reset', async () => {
  const { site, email, browser } = await openSite();
  const thief = site.browser();
  expect(await signIn(thief, email)).toBe(200);
  expect((await resetPassword(site, email, 'a new password')).status).toBe(200);
  for (let at = 0; at < 5; at++) expect(await signIn(thief, email, 'a guess')).toBe(401);
  expect(await signIn(thief, email, 'a guess')).toBe(429);
  expect(await signIn(browser, email, 'a new password')).toBe(200);
});

test('[A-76] wrong passwords in a stolen session use up only the attempts of that session', async () => {
  const { site, email, browser } = await openSite();
  const statuses: number[] = [];
  for (let at = 0; at < 3; at++) {
    const thief = from(site, `203.0.113.${at}`);
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
  const { site, email, browser } = await openSite();
  await changePassword({ browser });
  const [old] = await toldTokens(site, email);
  site.advance(1);
  await changePassword({ browser }, 'newer password', NEW_PASSWORD);
  const newer = (await toldTokens(site, email)).find((token) => token !== old);
  const takeBack = (token: string | undefined, proof: string, at: number) =>
    from(site, `203.0.113.${at}`).post(CHANGES_API.takeBack, { token, proof });
  const statuses: number[] = [];
  for (let at = 0; at < 101; at++) statuses.push((await takeBack(old, 'a guess', at)).status);
  expect(statuses).toEqual([403, ...Array(100).fill(429)]);
  expect((await browser.post(ACCOUNT_API.proof, { password: 'newer password' })).status).toBe(200);
  expect((await takeBack(newer, NEW_PASSWORD, 200)).status).toBe(200);
});

test('[P-065] guessing a password does not block browsers that signed in to the account in the last 180 days', async () => {
  const { site, email, browser } = await openSite();
  const planted = browser.cookies.get('device') ?? '';
  expect(await signIn(browser, email)).toBe(200);
  await strangersGuess(site, email);
  const stranger = site.browser();
  stranger.cookies.set('device', planted);
  expect(await signIn(stranger, email)).toBe(429);
  for (let times = 0; times < 2; times++) {
    site.advance(days(179));
    expect(await signIn(browser, email)).toBe(200);
  }
  site.advance(days(180));
  expect(await signIn(browser, email)).toBe(429);
});
