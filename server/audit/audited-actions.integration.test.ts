import { beforeEach, expect, it, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { SIGNED_IN } from '#features/accounts/server/audit-actions.ts';
import { SUBMISSIONS_EXPORTED } from '#features/console/server/audit-actions.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { hashOfId, recordAlone } from './record-action.ts';

const app = await openTestApp();
beforeEach(() => app.db.deleteFrom('audit').execute());

const lines = () => app.db.selectFrom('audit').selectAll().orderBy('at').execute();
const save = (about: string) => [PRODUCT_API.saveUser, { about }] as const;

test('[P-125] each step in the life of an account is recorded as an audit line without personal data', async () => {
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

  const all = await lines();
  const told = all.map(({ action, actor, detail }) => {
    const by = ['visitor', 'operator', 'system'].includes(actor) ? actor : 'account';
    return `${by} ${action} ${detail}`.trim();
  });
  // Lines of the same millisecond have no defined order.
  expect(told.toSorted()).toEqual([
    `account account-deleted ${hashOfId(record.id)}`,
    'account email-confirmed',
    'account ownership-proved password',
    'account ownership-refused password',
    'account password-reset',
    'account profile-saved',
    // The sign-up and the password reset each include a sign-in.
    ...Array(3).fill('account signed-in password'),
    'account signed-out',
    'system password-reset-requested',
    'visitor signed-up',
  ]);
  expect(new Set(all.map(({ subject }) => subject)).size).toBe(1);
  // The four values are three sessions, and the empty text of actions without a session.
  expect(new Set(all.map(({ session }) => session)).size).toBe(4);
  const text = JSON.stringify(all);
  for (const word of [email, record.id, record.name, 'first', '198.51.100']) expect(text).not.toContain(word);
});

it('[V16.3.1] a stranger’s requests add the same audit lines whether or not the typed email address has an account', async () => {
  const taken = (await signedInPerson(app)).email;
  const walk = async (email: string) => {
    app.advance(1);
    const before = (await lines()).length;
    const browser = app.browser();
    await browser.post(ACCOUNT_API.signUp, { email, password: 'guessed wrong' });
    await browser.post(...save('of a stranger'));
    await browser.post(ACCOUNT_API.signUp, { email, password: 'guessed wrong again' });
    await browser.post(ACCOUNT_API.signIn, { email, password: 'wrong' });
    await browser.post(ACCOUNT_API.requestReset, { email });
    return (await lines())
      .slice(before)
      .map(({ actor, action }) => `${actor} ${action}`)
      .toSorted();
  };
  const ofUnknown = await walk(newAddress());
  expect(await walk(taken)).toEqual(ofUnknown);
  expect(ofUnknown).toHaveLength(3);
});

test('saving a profile repeatedly adds only one audit line in ten minutes for each session', async () => {
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

test('[V11.4.3] audit lines identify an account by a hash, which is the same in all lines of the account', async () => {
  for (const account of ['person-1', 'person-1', 'person-2']) {
    const entry = { actor: { account }, subject: account, session: `session of ${account}` };
    await recordAlone(app.deps, { action: SIGNED_IN, ...entry });
  }
  const found = await lines();
  expect(JSON.stringify(found)).not.toContain('person-');
  expect(new Set(found.map(({ subject }) => subject)).size).toBe(2);
  expect(found.map(({ actor, subject }) => actor === subject)).toEqual([true, true, true]);
  expect(found.every(({ session, subject }) => session !== '' && session !== subject)).toBe(true);
});

test('[V16.4.1] an audit line is refused if its detail is free text, such as an email address', async () => {
  const entry = { action: SUBMISSIONS_EXPORTED, actor: 'operator', detail: 'asha@example.com' } as const;
  await expect(recordAlone(app.deps, entry)).rejects.toThrow(/must consist of codes/);
  expect(await lines()).toEqual([]);
});
