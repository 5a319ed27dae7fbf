import { pino } from 'pino';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { VERIFY_MAIL } from '#content/features/accounts.ts';
import { NOTIFICATION_MAIL } from '#content/features/forms.ts';
import { createFakeTime, type FakeTime } from '#server/testing/clock-and-random.ts';
import { SAMPLE_MAILS } from '#server/testing/fake-mail.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { waitFor } from '#server/testing/test-process.ts';
import { backOff, claimDue, type Deliver, type DeliveryResult, type OutgoingMail } from './mail-queue.ts';
import { storeMail, storeMailWithoutBodies } from './outbox.ts';
import { startMailWorker } from './worker.ts';

let database: TestDatabase;
let time: FakeTime;
const told: unknown[] = [];
const counted: unknown[] = [];
const DAY = 24 * 60 * 60_000;

beforeEach(async () => {
  database = await openTestDatabase();
  time = createFakeTime();
});

type Answer = () => DeliveryResult | Promise<DeliveryResult>;

/** @param answer the answer of the mail server to each mail */
function start(answer: Answer = () => ({ kind: 'sent' }), { db = database.db, hasServer = true } = {}) {
  const { clock, setTimer } = time;
  const delivered: OutgoingMail[] = [];
  const deliver: Deliver = async (mail) => {
    delivered.push(mail);
    return answer();
  };
  const worker = startMailWorker({
    db,
    deliver: hasServer ? deliver : undefined,
    makeBodies: async (id) => ({ text: `made for ${id}`, html: '' }),
    clock,
    setTimer,
    random: () => 0,
    log: pino({ base: null }, { write: (line) => void told.push(JSON.parse(line)) }),
    metrics: { count: (_name, labels) => void counted.push(labels) },
  });
  onTestFinished(() => worker.stop());
  return { ...worker, delivered, ids: () => delivered.map(({ id }) => id).sort() };
}

const deps = { clock: () => time.clock(), newId: () => 'unused', mails: SAMPLE_MAILS };
const later = (ms: number) => new Date(time.clock().getTime() + ms);

async function store(id: string, userId: string | null = 'user-1'): Promise<void> {
  const values = { link: `https://www.example.com/?token=secret-${id}` };
  await storeMail(deps, database.db, { id, mail: VERIFY_MAIL, to: `${id}@example.com`, userId, values });
}

async function storeMany(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, number) => `m${number}`).sort();
  for (const id of ids) await store(id);
  return ids;
}

const rows = () => database.db.selectFrom('outbox').selectAll().orderBy('id').execute();
const states = async () => (await rows()).map(({ id, state }) => `${id} ${state}`);
const statesBecome = (...wanted: readonly string[]) =>
  waitFor(async () => expect(await states()).toEqual(wanted));
/** Waits, because the worker logs the result of a mail after it has stored it. */
const isLogged = (line: object) => waitFor(() => expect(told).toContainEqual(expect.objectContaining(line)));

describe('sending a mail', () => {
  test('[P-060] a stored mail is sent once, and its database row then no longer contains the secret link', async () => {
    await store('a');
    await store('b', null);
    const { delivered } = start();
    await statesBecome('a sent', 'b sent');
    expect(delivered.map(({ id, to, text }) => [id, to, text]).sort()).toEqual([
      ['a', 'a@example.com', 'https://www.example.com/?token=secret-a'],
      ['b', 'b@example.com', 'https://www.example.com/?token=secret-b'],
    ]);
    const sent = { leased_until: null, attempts: 1, sent_at: time.clock().toISOString() };
    expect(await rows()).toMatchObject([
      { ...sent, recipient: 'a@example.com', text_body: '', html_body: '' },
      { ...sent, recipient: '', text_body: '', html_body: '' },
    ]);
    expect(counted.at(-1)).toEqual({ kind: 'verify-email', outcome: 'sent' });
  });

  test('a mail about a visitor’s message has the visitor as Reply-To, and leaves no personal data once it is sent', async () => {
    const addresses = { to: 'team@example.com', replyTo: 'asha@example.com', userId: null };
    const mail = { id: 'a', mail: NOTIFICATION_MAIL, subject: 'From Asha', ...addresses };
    await database.db.transaction().execute((tx) => storeMailWithoutBodies(deps, tx, mail));
    const { delivered } = start();
    await statesBecome('a sent');
    const sent = { replyTo: 'asha@example.com', subject: 'From Asha', text: 'made for a' };
    expect(delivered[0]).toMatchObject(sent);
    expect((await rows())[0]).toMatchObject({ recipient: '', reply_to: null, subject: '', text_body: '' });
  });

  test('a mail stored while the mail worker sleeps is sent when the worker is woken, and after 5 s at the latest', async () => {
    const worker = start();
    await store('a');
    worker.wake();
    await statesBecome('a sent');
    await store('b');
    await waitFor(() => {
      time.advance(5_000);
      expect(worker.ids()).toEqual(['a', 'b']);
    });
  });

  test('at most five mails are sent at the same time, and every waiting mail is sent', async () => {
    let [now, most] = [0, 0];
    const ids = await storeMany(23);
    const worker = start(async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return { kind: 'sent' };
    });
    await statesBecome(...ids.map((id) => `${id} sent`));
    expect([most, worker.ids()]).toEqual([5, ids]);
  });

  test('a mail stored during a slow mailing to everyone is sent next', async () => {
    for (let at = 0; at < 12; at++) await store(`to-all-${at}`);
    await database.db.updateTable('outbox').set({ kind: 'operator-notice' }).execute();
    const accepts: (() => void)[] = [];
    let isSlow = true;
    const { delivered, wake } = start(async () => {
      if (isSlow) await new Promise<void>((resolve) => accepts.push(resolve));
      return { kind: 'sent' };
    });
    await waitFor(() => expect(delivered).toHaveLength(5));
    time.advance(1);
    await store('reset');
    wake();
    accepts[0]?.();
    await waitFor(() => expect(delivered).toHaveLength(6));
    const next = delivered.at(-1)?.id;
    isSlow = false;
    for (const accept of accepts) accept();
    expect(next).toBe('reset');
  });

  test('three mail workers on one database send each mail once', async () => {
    const ids = await storeMany(40);
    const dbs = [database.db, database.anotherDb(), database.anotherDb()];
    const workers = dbs.map((db) => start(undefined, { db }));
    await statesBecome(...ids.map((id) => `${id} sent`));
    expect(workers.flatMap((worker) => worker.ids()).sort()).toEqual(ids);
  });

  test('a mail worker that is stopped finishes the mail it is sending, and starts no other', async () => {
    const answer = Promise.withResolvers<DeliveryResult>();
    await store('a');
    const worker = start(() => answer.promise);
    await waitFor(() => expect(worker.ids()).toEqual(['a']));
    const stopped = worker.stop();
    await store('b');
    worker.wake();
    answer.resolve({ kind: 'sent' });
    await stopped;
    expect(await states()).toEqual(['a sent', 'b waiting']);
  });

  test('mails are stored but not sent while no mail server is configured', async () => {
    await store('a');
    const worker = start(undefined, { hasServer: false });
    time.advance(60_000);
    await worker.stop();
    expect((await rows())[0]).toMatchObject({ state: 'waiting', attempts: 0, leased_until: null });
  });

  test('a mail is sent once the clock is right, even if it was stored or taken while the clock was a year ahead', async () => {
    time = createFakeTime('2027-01-06T06:00:00.000Z');
    await store('a');
    await store('b');
    await claimDue(database.db, 1, time.clock(), later(30_000));
    time = createFakeTime('2026-01-06T06:00:00.000Z');
    start();
    await statesBecome('a sent', 'b sent');
  });
});

describe('a mail that cannot be delivered', () => {
  test('after a temporary failure, the mail worker tries the mail again 5 s later, and not before', async () => {
    await store('a');
    const answers: DeliveryResult[] = [{ kind: 'temporary', reason: '450 later' }];
    start(() => answers.pop() ?? { kind: 'sent' });
    const due = later(5_000);
    const failed = { state: 'waiting', attempts: 1, last_error: '450 later', leased_until: null };
    await waitFor(async () =>
      expect((await rows())[0]).toMatchObject({ ...failed, next_attempt_at: due.toISOString() }),
    );
    expect(counted.at(-1)).toEqual({ kind: 'verify-email', outcome: 'retried' });
    expect(await claimDue(database.db, 5, later(4_999), due)).toEqual([]);
    await waitFor(async () => {
      time.advance(5_000);
      expect(await states()).toEqual(['a sent']);
    });
  });

  test('a mail whose recipient is refused is not tried again', async () => {
    await store('a');
    const worker = start(() => ({ kind: 'refused', reason: '550 no' }));
    await statesBecome('a dead');
    time.advance(DAY);
    expect(worker.ids()).toEqual(['a']);
  });

  test('[P-082] a mail that could not be delivered is given up when it is 3 days old', async () => {
    await store('a');
    time.advance(3 * DAY - 1);
    const worker = start(() => ({ kind: 'temporary', reason: '450 later' }));
    await waitFor(async () => expect(await rows()).toMatchObject([{ attempts: 1, state: 'waiting' }]));
    time.advance(5_000);
    worker.wake();
    await statesBecome('a dead');
    expect((await rows())[0]).toMatchObject({ last_error: '450 later', attempts: 2 });
    await isLogged({ msg: 'mail given up: 3 days have passed' });
    expect(counted.at(-1)).toEqual({ kind: 'verify-email', outcome: 'dead' });
  });

  test('a mail whose link has expired is given up without being sent, and the log gives the reason', async () => {
    for (const id of ['a', 'b']) await store(id);
    const ends = { link_expires_at: later(DAY).toISOString() };
    await database.db.updateTable('outbox').set(ends).where('id', '=', 'a').execute();
    time.advance(DAY);
    const worker = start();
    await statesBecome('a dead', 'b sent');
    expect(worker.ids()).toEqual(['b']);
    await isLogged({ mail: 'a', msg: 'mail given up: its link has expired' });
  });

  test('if a process dies while it sends a mail, another process sends the mail when the lease on it has ended', async () => {
    await store('a');
    expect(await claimDue(database.db, 5, time.clock(), later(30_000))).toHaveLength(1);
    const worker = start();
    time.advance(29_999);
    worker.wake();
    await worker.stop();
    expect(worker.ids()).toEqual([]);
    time.advance(1);
    const next = start();
    await statesBecome('a sent');
    expect(next.ids()).toEqual(['a']);
  });

  test('a mail worker whose lease has ended does not change a mail that another worker has taken over', async () => {
    const answer = Promise.withResolvers<DeliveryResult>();
    await store('a');
    const worker = start(() => answer.promise);
    await waitFor(() => expect(worker.ids()).toEqual(['a']));
    await database.db.updateTable('outbox').set({ leased_until: null }).execute();
    const lease = later(30_000);
    expect(await claimDue(database.db, 5, time.clock(), lease)).toHaveLength(1);
    answer.resolve({ kind: 'refused', reason: '550 no' });
    await worker.stop();
    const untouched = { state: 'waiting', attempts: 2, leased_until: lease.toISOString() };
    expect((await rows())[0]).toMatchObject(untouched);
  });
});

test('a failed mail is tried again after 5 s, then after twice as long each time, up to an hour', () => {
  const waits = [1, 2, 3, 4, 10, 11, 1_000_000].map((attempts) => backOff(attempts, 0));
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 2_560_000, 3_600_000, 3_600_000]);
  expect([backOff(1, 0.999_999), backOff(100, 0.5)]).toEqual([3_750, 3_150_000]);
});
