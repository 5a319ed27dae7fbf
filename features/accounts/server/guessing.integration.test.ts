import { expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { createApp } from '#server/app.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';
import { createTestClient } from '#server/testing/test-client.ts';

/** Tests of guessing passwords, with rate limits at a twentieth of the real ones. */
const openSite = () => openTestApp({ RATE_LIMIT_SCALE: '0.05' });

type Guess = { readonly email: string; readonly password?: string; readonly ip: string };

async function guessesAt(site: TestApp) {
  const app = await createApp(site.deps);
  return async ({ email, password = 'a guess', ip }: Guess): Promise<number> =>
    (await createTestClient(app, TEST_ORIGIN, ip).post(ACCOUNT_API.signIn, { email, password })).status;
}

async function countTaken(tries: number, guess: (at: number) => Promise<number>): Promise<number> {
  let taken = 0;
  for (let at = 0; at < tries; at++) if ((await guess(at)) !== 429) taken += 1;
  return taken;
}

test('[V6.3.1-2] guessing one account’s password from changing IP addresses is stopped; then even the right password is refused', async () => {
  const site = await openSite();
  const { email } = await signedInPerson(site);
  const guess = await guessesAt(site);
  expect(await countTaken(7, (at) => guess({ email, ip: `203.0.113.${at}` }))).toBe(5);
  expect(await guess({ email, password: PASSWORD, ip: '203.0.113.99' })).toBe(429);
});

test('[A-02] while one account’s password is guessed, its owner stays signed in and can reset it, and other accounts can sign in', async () => {
  const site = await openSite();
  const owner = await signedInPerson(site);
  const guess = await guessesAt(site);
  await countTaken(7, (at) => guess({ email: owner.email, ip: `203.0.113.${at}` }));
  expect((await owner.browser.get(ACCOUNT_API.session)).json.data.id).toBe(owner.record.id);
  expect((await owner.browser.post(ACCOUNT_API.requestReset, { email: owner.email })).status).toBe(200);
  expect(await guess({ email: newAddress(), ip: '203.0.113.99' })).toBe(401);
});

test('[P-072] trying one password on many accounts from one IP address is stopped, even with forged address headers', async () => {
  const site = await openSite();
  const app = await createApp(site.deps);
  const guess = async (at: number) => {
    const client = createTestClient(app, TEST_ORIGIN, '203.0.113.1');
    const forged = { 'x-forwarded-for': `198.51.100.${at}`, 'x-real-ip': `198.51.100.${at}` };
    return (await client.post(ACCOUNT_API.signIn, { email: newAddress(), password: PASSWORD }, forged))
      .status;
  };
  expect(await countTaken(5, guess)).toBe(3);
});

test('[V6.3.1-3] trying one password on many accounts from one IPv6 network is stopped, but a neighbouring network may sign in', async () => {
  const site = await openSite();
  const guess = await guessesAt(site);
  const from = (ip: string) => guess({ email: newAddress(), ip });
  expect(await countTaken(5, (at) => from(`2001:db8:1:2::${at + 1}`))).toBe(3);
  expect(await from('2001:db8:1:3::1')).toBe(401);
});

test('many people can sign in from one IP address, because right passwords do not count towards its limit', async () => {
  const site = await openSite();
  const { email } = await signedInPerson(site);
  const { email: other } = await signedInPerson(site);
  const guess = await guessesAt(site);
  const ip = '203.0.113.1';
  expect(await guess({ email, password: PASSWORD, ip })).toBe(200);
  expect(await guess({ email: newAddress(), ip })).toBe(401);
  expect(await guess({ email: other, password: PASSWORD, ip })).toBe(200);
  expect(await countTaken(4, () => guess({ email: newAddress(), ip }))).toBe(2);
});
