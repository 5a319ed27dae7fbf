import { describe, expect, test } from 'vitest';
import { REPLY_MAIL } from '#content/features/forms.ts';
import { REASONS } from '#contract/operators.ts';
import { pathFor } from '#contract/paths.ts';
import { CONSOLE, DELETIONS_A_DAY } from '#features/console/contract.ts';
import { MESSAGE_DELETED } from '#features/console/refusals.ts';
import { deleteRows, findRows } from '#server/database/rows.ts';
import { operatorInside, type TestOperatorPerson } from '#server/testing/operators.ts';
import { type Person, signedInPerson } from '#server/testing/people.ts';
import { auditLines, storeMessage } from '#server/testing/stored-rows.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { commitOnceWaitedFor, testOnSqlite } from '#server/testing/test-database.ts';

async function openSite() {
  const app = await openTestApp();
  const [owner, support] = [await operatorInside(app, 'owner'), await operatorInside(app, 'support')];
  let last = 0;
  const messages = async (count: number) => {
    const ids: string[] = [];
    for (let at = 0; at < count; at++)
      ids.push(await storeMessage(app.db, ++last, { created_at: '2026-11-20T10:00:00.000Z' }));
    return ids;
  };
  return { app, owner, support, messages };
}

const left = async ({ db }: TestApp) => (await db.selectFrom('submissions').select('id').execute()).length;
const remove = async (who: TestOperatorPerson, id: readonly string[], reason = 'tidy') =>
  who.send(CONSOLE.deleteMessages, { id, reason, ...who.proof() });

const told = async (app: TestApp, { email }: TestOperatorPerson) =>
  (await app.mailsTo(email))
    .filter(({ kind }) => kind === 'deleted-by-us')
    .map(({ text }) => text.replaceAll(/\s+/g, ' '));

testOnSqlite('[P-130] support may delete ten messages a day, each with a reason from a list', async () => {
  const { app, owner, support, messages } = await openSite();
  const ids = await messages(11);
  const wrong = await support.send(CONSOLE.deleteMessages, { id: ids[0] ?? '', reason: 'why not' });
  expect(wrong.status).toBe(422);
  await remove(support, ids.slice(0, 6));
  await remove(support, ids.slice(6, 10), 'asked');
  expect(await left(app)).toBe(1);
  const lines = await auditLines(app.db, 'deletion-ordered');
  const reasons = [...Array(4).fill('asked'), ...Array(6).fill('tidy')];
  expect(lines.map(({ detail }) => detail).sort()).toEqual(reasons);
  await remove(support, ids.slice(10));
  expect(await left(app)).toBe(1);
  expect((await support.get(CONSOLE.inbox)).text).toMatch(
    /role="alert">Nothing was deleted\. .*Ask an owner/,
  );
  app.advance(25 * 3_600_000);
  const nextDay = await operatorInside(app, 'support');
  await remove(nextDay, ids.slice(10));
  expect(await left(app)).toBe(0);
  const late = await nextDay.press(CONSOLE.inbox, { press: 'done', id: ids[0] ?? '' });
  expect(late.text).toContain('role="alert">This was deleted in the meantime.');
  expect(await told(app, owner)).toEqual([]);
});

testOnSqlite(
  '[P-131] an owner may delete more messages a day than support, and all owners get a mail about it without names',
  async () => {
    const { app, owner, support, messages } = await openSite();
    const other = await operatorInside(app, 'owner');
    const ids = await messages(61);
    const page = await owner.get(`${CONSOLE.deleteMessages}?${ids.map((id) => `id=${id}`).join('&')}`);
    expect(page.text).toContain('all owners are told by email');
    await remove(owner, ids.slice(0, 60));
    expect(await left(app)).toBe(1);
    for (const one of [owner, other]) {
      const [mail, ...more] = await told(app, one);
      expect(more).toEqual([]);
      for (const words of ['60 messages', REASONS.tidy, CONSOLE.system]) expect(mail).toContain(words);
      for (const name of [owner.record.id, owner.record.name]) expect(mail).not.toContain(name);
    }
    await remove(owner, ids.slice(60));
    expect([await left(app), (await told(app, other)).length]).toEqual([0, 2]);
    expect(await told(app, support)).toEqual([]);
  },
);

test('two deletions of messages at the same moment cannot together exceed the daily limit', async () => {
  const { app, support, messages } = await openSite();
  const ids = await messages(20);
  const removeNow = (id: string[]) => support.send(CONSOLE.deleteMessages, { id, reason: 'tidy' });
  await Promise.all([removeNow(ids.slice(0, 10)), removeNow(ids.slice(10))]);
  expect(await left(app)).toBe(10);
});

test('[P-119] an owner can delete only ten accounts within a day, even by many requests at once', async () => {
  const { app, owner } = await openSite();
  const people: Person[] = [];
  for (let count = 0; count < DELETIONS_A_DAY + 2; count++) people.push(await signedInPerson(app));
  const last = await signedInPerson(app);
  const removeAccount = ({ record, email }: Person) =>
    owner.press(pathFor(CONSOLE.personDelete, record.id), { reason: 'tidy', typed: email });
  await Promise.all(people.map(removeAccount));
  expect(await auditLines(app.db, 'account-deleted')).toHaveLength(DELETIONS_A_DAY);
  expect((await removeAccount(last)).text).toContain('Ask another owner');
});

testOnSqlite('a message cannot be deleted while its card is being charged', async () => {
  const { app, owner } = await openSite();
  const created_at = app.deps.clock().toISOString();
  const id = await storeMessage(app.db, 1, { state: 'unpaid', payment_intent: 'pi_1', created_at });
  await remove(owner, [id]);
  expect(await left(app)).toBe(1);
  expect((await owner.get(CONSOLE.inbox)).text).toContain('payment is under way');
});

// These tests need PostgreSQL, because SQLite runs one transaction after another.
describe.runIf(process.env.TEST_DATABASE_URL)(
  'an operator who writes about a message or an account while it is being deleted',
  () => {
    test.each([
      { do: 'note', text: 'Kind.' },
      { do: 'reply', subject: 'Hello', text: 'Kind.', seen: '0' },
    ])('reads that the message was deleted ($do)', async (typed) => {
      const { app, support, messages } = await openSite();
      const [id = ''] = await messages(1);
      await commitOnceWaitedFor(
        app,
        (tx) => deleteRows(tx, 'submissions', { id }),
        async () => {
          const { status, text } = await support.send(pathFor(CONSOLE.message, id), typed);
          expect([status, text]).toEqual([410, expect.stringContaining(MESSAGE_DELETED.message)]);
        },
      );
      expect(await findRows(app.db, 'outbox', ['id'], { kind: REPLY_MAIL.name })).toEqual([]);
    });

    test('is led back to the page of the account', async () => {
      const { app, support } = await openSite();
      const { id } = (await signedInPerson(app)).record;
      await commitOnceWaitedFor(
        app,
        (tx) => deleteRows(tx, 'users', { id }),
        async () => {
          const note = { do: 'note', reason: 'asked', text: 'Kind.' };
          expect((await support.send(pathFor(CONSOLE.person, id), note)).status).toBe(303);
        },
      );
    });
  },
);
