import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { chainWriter, freshChain } from '#server/testing/audit-chain.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { verifyChain } from './verify-chain.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(() => freshChain(chainWriter(app.db), 0));

const lines = () => app.db.selectFrom('audit').selectAll().orderBy('seq').execute();
const told = async () =>
  (await lines()).map(({ action, actor, detail }) => {
    const by = ['visitor', 'operator', 'system'].includes(actor) ? actor : 'account';
    return `${by} ${action} ${detail}`.trim();
  });
const save = (about: string) => [PRODUCT_API.saveUser, { about }] as const;

test('a life of an account, in lines without personal data', async () => {
  const { email, browser, record } = await signedInPerson(app);
  await browser.post(...save('first'));
  await browser.post(...save('second'));
  await browser.post(ACCOUNT_API.deletionProof, { name: record.name, password: 'not this one' });
  await browser.post(ACCOUNT_API.signOut);
  await browser.post(ACCOUNT_API.signOut);
  await browser.post(ACCOUNT_API.signIn, { email, password: 'not this one' });
  app.advance(1_000);
  await browser.post(ACCOUNT_API.requestReset, { email });
  await browser.post(ACCOUNT_API.reset, { token: await app.tokenMailedTo(email), password: PASSWORD });
  await browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  await browser.post(ACCOUNT_API.deletionProof, { name: record.name, password: PASSWORD });
  await browser.delete(pathFor(PRODUCT_API.user, record.id));

  expect(await told()).toEqual([
    'visitor signed-up',
    'account email-confirmed',
    'account signed-in password',
    'account profile-saved',
    'account ownership-refused password',
    'account signed-out',
    'visitor password-reset-requested',
    'account password-reset',
    'account signed-in password',
    'account ownership-proved password',
    'account account-deleted',
  ]);
  const all = await lines();
  // Whether the address of a request has an account is not looked up.
  const subjects = new Set(all.map(({ subject }) => subject));
  expect([subjects.size, subjects.has('')]).toEqual([2, true]);
  // Two sessions, and what was done without one.
  expect(new Set(all.map(({ session }) => session)).size).toBe(3);
  const text = JSON.stringify(all);
  for (const word of [email, record.id, record.name, 'first', '198.51.100']) expect(text).not.toContain(word);
  expect(await verifyChain(app.db, app.deps)).toMatchObject({ problems: [], lines: 11 });
});

describe('what strangers do', () => {
  it('leaves as many lines for an address that has an account as for one that has none', async () => {
    const taken = (await signedInPerson(app)).email;
    const walk = async (email: string) => {
      const before = (await lines()).length;
      const browser = app.browser();
      await browser.post(ACCOUNT_API.signUp, { email, password: 'guessed wrong' });
      await browser.post(...save('of a stranger'));
      await browser.post(ACCOUNT_API.signUp, { email, password: 'guessed wrong again' });
      await browser.post(ACCOUNT_API.signIn, { email, password: 'wrong' });
      await browser.post(ACCOUNT_API.requestReset, { email });
      return (await lines()).slice(before).map(({ actor, action }) => `${actor} ${action}`);
    };
    const ofUnknown = await walk(newAddress());
    expect(await walk(taken)).toEqual(ofUnknown);
    expect(ofUnknown).toHaveLength(4);
  });

  it('with the address of somebody else can be found at the account', async () => {
    const { email } = await signedInPerson(app);
    await app.browser().post(ACCOUNT_API.signUp, { email, password: 'guessed wrong' });
    const [first, ...others] = await lines();
    expect(others.at(-1)).toMatchObject({
      action: 'signed-up',
      detail: 'address-taken',
      subject: first?.subject,
    });
  });
});

test('saving again and again leaves a line each ten minutes, for each session', async () => {
  const { email, browser } = await signedInPerson(app);
  const other = app.browser();
  await other.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  const before = (await lines()).length;
  for (let time = 0; time < 3; time++) {
    await browser.post(...save(`${time}`));
    await other.post(...save(`${time}`));
    app.advance(4 * 60_000);
  }
  expect((await lines()).length - before).toBe(2);
  await browser.post(...save('later'));
  expect((await lines()).length - before).toBe(3);
});

test('50 sign-ins at once are 50 lines of one whole chain', async () => {
  const { email } = await signedInPerson(app);
  const before = (await lines()).length;
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => app.browser().post(ACCOUNT_API.signIn, { email, password: PASSWORD })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await lines()).length - before).toBe(50);
  expect((await verifyChain(app.db, app.deps)).problems).toEqual([]);
});
