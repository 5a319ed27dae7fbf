import { expect, onTestFinished, test } from 'vitest';
import { CONSOLE, DELETE_DELAY_HOURS, REASONS } from '#contract/console.ts';
import { operatorInside, type TestOperatorPerson } from '#server/testing/operators.ts';
import { storeMessage } from '#server/testing/stored-messages.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { carryOutDeletions } from './deletions.ts';

async function siteWith(...roles: readonly Parameters<typeof operatorInside>[1][]) {
  const app = await openTestApp();
  onTestFinished(app.close);
  const operators: TestOperatorPerson[] = [];
  for (const role of roles) operators.push(await operatorInside(app, role));
  let last = 0;
  const messages = async (count: number) => {
    const ids: string[] = [];
    for (let at = 0; at < count; at++)
      ids.push(await storeMessage(app.db, ++last, { created_at: '2026-11-20T10:00:00.000Z' }));
    return ids;
  };
  return { app, operators, messages };
}

const left = async ({ db }: TestApp) => (await db.selectFrom('submissions').select('id').execute()).length;
const plans = ({ db }: TestApp) => db.selectFrom('planned_deletions').selectAll().execute();
const remove = async (who: TestOperatorPerson, id: readonly string[], reason = 'tidy') =>
  who.send(CONSOLE.deleteMessages, { id, reason, ...who.proof() });
const auditOf = async ({ db }: TestApp, action: string) =>
  db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', action as never)
    .execute();

test('[P-130] up to ten messages within a day are deleted at once, each with a coded reason', async () => {
  const { app, operators, messages } = await siteWith('owner', 'owner');
  const [owner] = operators as [TestOperatorPerson];
  const ids = await messages(11);
  expect((await owner.send(CONSOLE.deleteMessages, { id: ids[0] ?? '', reason: 'why not' })).status).toBe(
    422,
  );
  await remove(owner, ids.slice(0, 6));
  await remove(owner, ids.slice(6, 10), 'asked');
  expect([await left(app), await plans(app)]).toEqual([1, []]);
  expect((await auditOf(app, 'deletion-ordered')).map(({ detail }) => detail).sort()).toEqual([
    ...Array<string>(4).fill('asked'),
    ...Array<string>(6).fill('tidy'),
  ]);
  await remove(owner, ids.slice(10));
  expect([await left(app), (await plans(app)).length]).toEqual([1, 1]);
  app.advance(25 * 3_600_000);
  const again = await operatorInside(app, 'owner');
  await remove(again, ids.slice(10));
  expect(await left(app)).toBe(0);
});

test('a deletion asks again who sits there', async () => {
  const { app, operators, messages } = await siteWith('support');
  const [support] = operators as [TestOperatorPerson];
  const id = await messages(1);
  app.advance(6 * 60_000);
  expect((await support.send(CONSOLE.deleteMessages, { id, reason: 'tidy' })).status).toBe(401);
  expect(await left(app)).toBe(1);
});

test('[P-131] with two owners many messages wait for the other one, who agrees or refuses', async () => {
  const { app, operators, messages } = await siteWith('owner', 'owner', 'support');
  const [asker, other, support] = operators as [TestOperatorPerson, TestOperatorPerson, TestOperatorPerson];
  const ids = await messages(24);
  await remove(asker, ids.slice(0, 12));
  expect(await left(app)).toBe(24);
  const [plan] = await plans(app);
  if (plan === undefined) throw new Error('nothing was planned');
  expect(plan.due_at).toBeNull();
  const later = new Date(app.deps.clock().getTime() + 48 * 3_600_000);
  await carryOutDeletions({ ...app.deps, clock: () => later });
  expect(await left(app)).toBe(24);
  const decide = async (who: TestOperatorPerson, id: string, what: string) =>
    who.send(CONSOLE.deletions, { id, do: what, ...who.proof() });
  await decide(asker, plan.id, 'agree');
  await decide(asker, plan.id, 'refuse');
  expect((await decide(support, plan.id, 'agree')).status).toBe(403);
  expect([await left(app), (await plans(app)).length]).toEqual([24, 1]);
  await decide(other, plan.id, 'agree');
  expect([await left(app), await plans(app)]).toEqual([12, []]);
  expect(await auditOf(app, 'deletions-agreed')).toEqual([{ detail: '12 messages, tidy' }]);

  await remove(support, ids.slice(12));
  const [second] = await plans(app);
  await decide(other, second?.id ?? '', 'refuse');
  expect([await left(app), await plans(app)]).toEqual([12, []]);
});

test('[P-132] with one owner it happens by itself a day later, unless it was taken back', async () => {
  const { app, operators, messages } = await siteWith('owner', 'support');
  const [owner, support] = operators as [TestOperatorPerson, TestOperatorPerson];
  const ids = await messages(22);
  await remove(owner, ids.slice(0, 11));
  await remove(support, ids.slice(11));
  const [first, second] = await plans(app);
  const takeBack = (id = '') => support.send(CONSOLE.takeBackDeletion, { id });
  await takeBack(first?.id);
  expect(await plans(app)).toHaveLength(2);
  await takeBack(second?.id);
  expect(await plans(app)).toHaveLength(1);
  app.advance((DELETE_DELAY_HOURS - 1) * 3_600_000);
  await carryOutDeletions(app.deps);
  expect(await left(app)).toBe(22);
  app.advance(3_600_000);
  await carryOutDeletions(app.deps);
  expect([await left(app), await plans(app)]).toEqual([11, []]);
});

test('what waits is told by mail to the other owners, or to the only one, with where it can be stopped', async () => {
  const { app, operators, messages } = await siteWith('owner', 'owner', 'support');
  const [asker, other, support] = operators as [TestOperatorPerson, TestOperatorPerson, TestOperatorPerson];
  const ids = await messages(36);
  const told = async ({ email }: TestOperatorPerson) =>
    (await app.mailsTo(email))
      .filter(({ kind }) => kind === 'deletion-planned')
      .map(({ text }) => text.replaceAll(/\s+/g, ' '));
  await remove(asker, ids.slice(0, 12));
  expect([await told(asker), await told(support)]).toEqual([[], []]);
  const [waits, ...more] = await told(other);
  expect(more).toEqual([]);
  for (const words of ['12 messages', REASONS.tidy, 'until another owner agrees', CONSOLE.deletions])
    expect(waits).toContain(words);
  for (const name of [asker.email, asker.record.id, asker.record.name]) expect(waits).not.toContain(name);
  await remove(support, ids.slice(12, 24));
  expect([(await told(asker)).length, (await told(other)).length]).toEqual([1, 2]);

  await app.db.deleteFrom('staff').where('user_id', '=', other.record.id).execute();
  await Promise.all([carryOutDeletions(app.deps), carryOutDeletions(app.deps)]);
  expect((await told(asker)).filter((text) => text.includes('happens by itself'))).toHaveLength(2);
  await remove(asker, ids.slice(24));
  expect((await told(asker)).filter((text) => text.includes('happens by itself'))).toHaveLength(3);
  expect(await left(app)).toBe(36);
});

test('what waits for an owner who is gone gets a date, and what somebody planned who may not delete any more is dropped', async () => {
  const { app, operators, messages } = await siteWith('owner', 'owner', 'support');
  const [asker, other, support] = operators as [TestOperatorPerson, TestOperatorPerson, TestOperatorPerson];
  const ids = await messages(22);
  await remove(asker, ids.slice(0, 11));
  await remove(support, ids.slice(11));
  const gone = [other.record.id, support.record.id];
  await app.db.deleteFrom('staff').where('user_id', 'in', gone).execute();
  await carryOutDeletions(app.deps);
  expect(await plans(app)).toMatchObject([{ user_id: asker.record.id, due_at: expect.any(String) }]);
  app.advance(DELETE_DELAY_HOURS * 3_600_000);
  await carryOutDeletions(app.deps);
  expect([await left(app), await plans(app)]).toEqual([11, []]);
});

test('of two deletions at once the second counts what the first deleted', async () => {
  const { app, operators, messages } = await siteWith('owner');
  const [owner] = operators as [TestOperatorPerson];
  const ids = await messages(20);
  await Promise.all([
    owner.send(CONSOLE.deleteMessages, { id: ids.slice(0, 10), reason: 'tidy' }),
    owner.send(CONSOLE.deleteMessages, { id: ids.slice(10), reason: 'tidy' }),
  ]);
  expect([await left(app), (await plans(app)).length]).toEqual([10, 1]);
});

test('a message whose card payment is under way stays', async () => {
  const { app, operators } = await siteWith('owner');
  const [owner] = operators as [TestOperatorPerson];
  const created_at = app.deps.clock().toISOString();
  const id = await storeMessage(app.db, 1, { state: 'unpaid', payment_intent: 'pi_1', created_at });
  await remove(owner, [id]);
  expect(await left(app)).toBe(1);
  expect((await owner.get(CONSOLE.inbox)).text).toContain('payment is under way');
});
