import { beforeEach, describe, expect, it } from 'vitest';
import type { SubmissionsTable } from '#server/database/schema.ts';
import { notificationId } from '#server/mail/outbox.ts';
import { attachFile, idOf, storeMessage } from '#server/testing/stored-messages.ts';
import { openSharedApp } from '#server/testing/test-app.ts';
import { createTestOperator } from '#server/testing/test-operator.ts';

const app = await openSharedApp();
beforeEach(async () => {
  await app.db.deleteFrom('submissions').execute();
  await app.db.deleteFrom('outbox').execute();
  await app.db.deleteFrom('audit').execute();
});

const operator = (surroundings = {}) => createTestOperator(app, surroundings);
const run = (...args: string[]) => operator().run('submissions', ...args);
const store = (number: number, values?: Partial<SubmissionsTable>) => storeMessage(app.db, number, values);
const attach = (submission: string, name: string, content: string) =>
  attachFile(app.db, submission, name, content);

const storedIds = async () =>
  (await app.db.selectFrom('submissions').select('id').orderBy('id').execute()).map(({ id }) => id);

describe('release', () => {
  const mails = () =>
    app.db.selectFrom('outbox').select(['kind', 'state', 'recipient', 'reply_to', 'subject']).execute();

  it('receives what was quarantined, with the mail that tells of it, once', async () => {
    const id = await store(1, { state: 'quarantined' });
    expect(await run('release', id.slice(0, 8))).toEqual({
      code: 0,
      out: `${id} is received now; its notification is on the way.\n`,
      err: '',
    });
    expect(await mails()).toMatchObject([
      { kind: 'form-notification', state: 'waiting', reply_to: 'person-1@example.com' },
    ]);
    const [told] = await app.mailsTo((await mails())[0]?.recipient ?? '');
    expect(told?.text).toContain('Message 1');

    const again = await run('release', id);
    expect(again).toMatchObject({ code: 1, out: '', err: expect.stringContaining('is not quarantined') });
    expect(await mails()).toHaveLength(1);
  });

  it('refuses what waits for its payment, names what is missing, and does the rest', async () => {
    const unpaid = await store(1, { state: 'unpaid' });
    const caught = await store(2, { state: 'quarantined' });
    const { code, out, err } = await run('release', unpaid, 'nobody-knows', caught);
    expect(code).toBe(1);
    expect(out).toContain(caught);
    expect(err).toContain(`${unpaid} is not quarantined`);
    expect(err).toContain('There is no submission nobody-knows.');
    const states = await app.db.selectFrom('submissions').select(['id', 'state']).orderBy('id').execute();
    expect(states.map(({ state }) => state)).toEqual(['unpaid', 'received']);
    expect(await mails()).toHaveLength(1);
  });
});

describe('done', () => {
  it('marks a request as answered, once, with a line in the audit log, and the list shows it in place of the due date', async () => {
    const id = await store(1, { form: 'rights', due_at: '2026-12-01T10:00:00.000Z' });
    const plain = await store(2);
    expect((await run('list')).out).toMatch(/00000001 .* rights +received +2026-12-01 +person-1@example.com/);
    const first = await run('done', id.slice(0, 8), plain);
    expect(first).toMatchObject({ code: 1, out: `${id} is marked as answered.\n` });
    expect(first.err).toContain(`${plain} has no due date.`);
    expect((await run('list')).out).toMatch(/00000001 .* rights +received +done +person-1@example.com/);
    expect((await run('show', id)).out).toMatch(/Answer by +2026-12-01\nAnswered +\d{4}-/);
    expect((await run('done', id)).code).toBe(1);
    const lines = app.db.selectFrom('audit').select('actor').where('action', '=', 'submission-done');
    expect(await lines.execute()).toEqual([{ actor: 'operator' }]);
  });
});

describe('delete', () => {
  it('removes those named, with their files, and keeps a line without personal data', async () => {
    const one = await store(1);
    const two = await store(2);
    const three = await store(3);
    await attach(one, 'a.txt', 'x');
    expect(await run('delete', one.slice(0, 8), two, two, '--yes')).toEqual({
      code: 0,
      out: 'Deleted 2 submissions.\n',
      err: '',
    });
    expect(await storedIds()).toEqual([three]);
    expect(await app.db.selectFrom('submission_files').select('id').execute()).toEqual([]);
    const audit = await app.db.selectFrom('audit').selectAll().execute();
    expect(audit.map(({ action }) => action)).toEqual(['submission-deleted', 'submission-deleted']);
    expect(new Set(audit.map(({ subject }) => subject)).size).toBe(2);
    expect(JSON.stringify(audit)).not.toMatch(/person|@|00000001-/i);
  });

  it('takes back the mail that tells of it, and no other', async () => {
    const one = await store(1, { state: 'quarantined' });
    const two = await store(2, { state: 'quarantined' });
    await run('release', one, two);
    await run('delete', one, '--yes');
    const left = await app.db.selectFrom('outbox').select('id').execute();
    expect(left.map(({ id }) => id)).toEqual([notificationId(two)]);
  });

  it('asks at a terminal', async () => {
    const one = await store(1);
    const asked: string[] = [];
    const answering = (answer: boolean) =>
      operator({
        ask: async (question: string) => {
          asked.push(question);
          return answer;
        },
      });
    expect(await answering(false).run('submissions', 'delete', one)).toMatchObject({
      code: 1,
      err: 'Nothing was changed.\n',
    });
    expect(await storedIds()).toEqual([one]);
    expect((await answering(true).run('submissions', 'delete', one)).code).toBe(0);
    expect(await storedIds()).toEqual([]);
    expect(asked).toEqual(Array(2).fill('Delete 1 submission, with files? This cannot be undone.'));
  });

  it('leaves alone what may have been paid this moment', async () => {
    const now = app.deps.clock().toISOString();
    const price = { state: 'unpaid', amount: 100, currency: 'inr' } as const;
    const underWay = await store(1, { ...price, payment_intent: 'pi_1', created_at: now });
    const notBegun = await store(2, { ...price, created_at: now });
    const forgotten = await store(3, {
      ...price,
      payment_intent: 'pi_3',
      created_at: '2020-01-01T00:00:00.000Z',
    });
    expect(await run('delete', underWay, notBegun, '--yes')).toEqual({
      code: 1,
      out: 'Deleted 1 submission.\n',
      err: `${underWay} waits for its payment: it is received or removed by itself within a day.\n`,
    });
    expect((await run('delete', underWay, '--yes')).code).toBe(1);
    expect(await storedIds()).toEqual([underWay, forgotten]);
    expect((await run('delete', '--state', 'unpaid', '--before', '9999-01-01', '--yes')).out).toContain('1');
    expect(await storedIds()).toEqual([underWay]);
  });

  it('removes all of a state that came before a date', async () => {
    for (let number = 1; number <= 9; number++) await store(number, { state: 'quarantined' });
    for (let number = 100; number < 230; number++) {
      await store(number, { state: 'quarantined', created_at: '2026-10-01T10:00:00.000Z' });
    }
    await store(11, { created_at: '2026-10-01T10:00:00.000Z' });
    await store(12, { form: 'feedback', state: 'quarantined', created_at: '2026-10-01T10:00:00.000Z' });
    const arguments_ = ['--state', 'quarantined', '--before', '2026-11-05', '--form', 'contact', '--yes'];
    expect(await run('delete', ...arguments_)).toMatchObject({ code: 0, out: 'Deleted 134 submissions.\n' });
    expect(await storedIds()).toEqual([5, 6, 7, 8, 9, 11, 12].map(idOf));
    expect(await run('delete', ...arguments_)).toMatchObject({
      code: 0,
      out: 'No submission matches.\n',
    });
  });
});
