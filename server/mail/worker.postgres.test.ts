import { pino } from 'pino';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { VERIFY_MAIL } from '#content/features/accounts.ts';
import { NOTIFICATION_MAIL } from '#content/features/forms.ts';
import { createFakeTime, type FakeTime } from '#server/testing/fake-time.ts';
import { SAMPLE_MAILS } from '#server/testing/sample-mails.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { waitFor } from '#server/testing/test-process.ts';
import { backOff, claimDue, type Deliver, type DeliveryResult, type OutgoingMail } from './mail-queue.ts';
import { storeMail, storeMailWithoutBodies } from './outbox.ts';
import { type MailWorker, startMailWorker } from './worker.ts';

let database: TestDatabase;
let time: FakeTime;
const told: unknown[] = [];
const counted: unknown[] = [];
const DAY = 24 * 60 * 60_000;

beforeEach(async () => {
  database = await openTestDatabase();
  time = createFakeTime();
});

function start(deliver: Deliver | undefined, db = database.db): MailWorker {
  const { clock, setTimer } = time;
  const worker = startMailWorker({
    db,
    deliver,
    makeBodies: async (id) => ({ text: `made for ${id}`, html: '' }),
    clock,
    setTimer,
    random: () => 0,
    log: pino({ base: null }, { write: (line) => void told.push(JSON.parse(line)) }),
    metrics: { count: (_name, labels) => void counted.push(labels) },
  });
  onTestFinished(() => worker.stop());
  return worker;
}

const deps = { clock: () => time.clock(), newId: () => 'unused', mails: SAMPLE_MAILS };

async function store(id: string, { userId = 'user-1' }: { userId?: string | null } = {}): Promise<void> {
  const values = { link: `https://www.example.com/?token=secret-${id}` };
  await storeMail(deps, database.db, { id, mail: VERIFY_MAIL, to: `${id}@example.com`, userId, values });
}

const rows = () => database.db.selectFrom('outbox').selectAll().orderBy('id').execute();
const states = async () => (await rows()).map(({ id, state }) => `${id} ${state}`);

function fakeDelivery(
  answer: (mail: OutgoingMail) => DeliveryResult | Promise<DeliveryResult> = () => ({ kind: 'sent' }),
) {
  const delivered: OutgoingMail[] = [];
  const deliver: Deliver = async (mail) => {
    delivered.push(mail);
    return answer(mail);
  };
  return { delivered, deliver };
}

describe('sending a mail', () => {
  test('[P-060] a stored mail is sent once, and its database row then no longer contains the secret link', async () => {
    await store('a');
    await store('b', { userId: null });
    const { delivered, deliver } = fakeDelivery();
    start(deliver);

    await waitFor(async () => expect(await states()).toEqual(['a sent', 'b sent']));
    expect(delivered.map(({ id, to, text }) => [id, to, text]).sort()).toEqual([
      ['a', 'a@example.com', 'https://www.example.com/?token=secret-a'],
      ['b', 'b@example.com', 'https://www.example.com/?token=secret-b'],
    ]);
    const [a, b] = await rows();
    expect(a).toMatchObject({ recipient: 'a@example.com', text_body: '', html_body: '' });
    expect(a).toMatchObject({ leased_until: null, attempts: 1 });
    expect(a?.sent_at).toBe(time.clock().toISOString());
    expect(b?.recipient).toBe('');
    expect(counted.at(-1)).toEqual({ kind: 'verify-email', outcome: 'sent' });
  });

  test('a mail about a visitor’s message has the visitor as Reply-To, and no personal data are stored after it is sent', async () => {
    const addresses = { to: 'team@example.com', replyTo: 'asha@example.com', userId: null };
    const mail = { id: 'a', mail: NOTIFICATION_MAIL, subject: 'From Asha', ...addresses };
    await database.db.transaction().execute((tx) => storeMailWithoutBodies(deps, tx, mail));
    const { delivered, deliver } = fakeDelivery();
    start(deliver);

    await waitFor(async () => expect(await states()).toEqual(['a sent']));
    const sent = { replyTo: 'asha@example.com', subject: 'From Asha', text: 'made for a' };
    expect(delivered[0]).toMatchObject(sent);
    expect((await rows())[0]).toMatchObject({ recipient: '', reply_to: null, subject: '', text_body: '' });
  });

  test('a mail stored while the mail worker sleeps is sent when the worker is woken, and after 5 s at the latest', async () => {
    const { delivered, deliver } = fakeDelivery();
    const worker = start(deliver);
    await store('a');
    worker.wake();
    await waitFor(async () => expect(await states()).toEqual(['a sent']));

    await store('b');
    await waitFor(() => {
      time.advance(5_000);
      expect(delivered.map(({ id }) => id)).toEqual(['a', 'b']);
    });
  });

  test('at most five mails are sent at the same time, and every waiting mail is sent', async () => {
    let [now, most] = [0, 0];
    const ids = Array.from({ length: 23 }, (_, index) => `m${index}`);
    for (const id of ids) await store(id);
    const { delivered, deliver } = fakeDelivery(async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return { kind: 'sent' };
    });
    start(deliver);
    await waitFor(async () => expect((await states()).every((state) => state.endsWith('sent'))).toBe(true));
    expect(most).toBe(5);
    expect(delivered.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  test('three mail workers on one database send each mail once', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `m${index}`);
    for (const id of ids) await store(id);
    const { delivered, deliver } = fakeDelivery();
    start(deliver);
    start(deliver, database.anotherDb());
    start(deliver, database.anotherDb());
    await waitFor(async () => expect((await states()).every((state) => state.endsWith('sent'))).toBe(true));
    expect(delivered.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  test('a mail worker that is stopped finishes the mail it is sending, and starts no other', async () => {
    const answer = Promise.withResolvers<DeliveryResult>();
    await store('a');
    const { delivered, deliver } = fakeDelivery(() => answer.promise);
    const worker = start(deliver);
    await waitFor(() => expect(delivered).toHaveLength(1));

    const stopped = worker.stop();
    await store('b');
    worker.wake();
    answer.resolve({ kind: 'sent' });
    await stopped;
    expect(await states()).toEqual(['a sent', 'b waiting']);
  });
});

test('a mail is sent once the clock is right, even if the clock was a year ahead when it was stored or when a worker took it', async () => {
  time = createFakeTime('2027-01-06T06:00:00.000Z');
  await store('a');
  await store('b');
  await claimDue(database.db, 1, time.clock(), new Date('2027-01-06T06:00:30.000Z'));
  time = createFakeTime('2026-01-06T06:00:00.000Z');
  start(fakeDelivery().deliver);
  await waitFor(async () => expect(await states()).toEqual(['a sent', 'b sent']));
});

describe('a mail that cannot be delivered', () => {
  test('after a temporary failure, the mail worker tries the mail again 5 s later, and not before', async () => {
    await store('a');
    const answers: DeliveryResult[] = [{ kind: 'temporary', reason: '450 later' }];
    const { deliver } = fakeDelivery(() => answers.pop() ?? { kind: 'sent' });
    start(deliver);
    const due = new Date(time.clock().getTime() + 5_000);
    await waitFor(async () => {
      expect((await rows())[0]).toMatchObject({
        state: 'waiting',
        attempts: 1,
        last_error: '450 later',
        leased_until: null,
        next_attempt_at: due.toISOString(),
      });
    });
    expect(counted.at(-1)).toEqual({ kind: 'verify-email', outcome: 'retried' });
    expect(await claimDue(database.db, 5, new Date(due.getTime() - 1), due)).toEqual([]);
    await waitFor(async () => {
      time.advance(5_000);
      expect(await states()).toEqual(['a sent']);
    });
  });

  test('a mail whose recipient is refused is not tried again', async () => {
    await store('a');
    const { delivered, deliver } = fakeDelivery(() => ({ kind: 'refused', reason: '550 no' }));
    start(deliver);
    await waitFor(async () => expect(await states()).toEqual(['a dead']));
    time.advance(86_400_000);
    expect(delivered).toHaveLength(1);
  });

  test('[P-082] a mail that could not be delivered is given up when it is 3 days old', async () => {
    await store('a');
    const { deliver } = fakeDelivery(() => ({ kind: 'temporary', reason: '450 later' }));
    time.advance(3 * DAY - 1);
    const worker = start(deliver);
    await waitFor(async () => expect((await rows())[0]?.attempts).toBe(1));
    expect(await states()).toEqual(['a waiting']);
    time.advance(5_000);
    worker.wake();
    await waitFor(async () => expect(await states()).toEqual(['a dead']));
    expect((await rows())[0]).toMatchObject({ last_error: '450 later', attempts: 2 });
    expect(told.at(-1)).toMatchObject({ msg: 'mail given up: 3 days have passed' });
    expect(counted.at(-1)).toEqual({ kind: 'verify-email', outcome: 'dead' });
  });

  test('a mail whose link has expired is given up unsent, and the log gives the reason', async () => {
    for (const id of ['a', 'b']) await store(id);
    const ends = new Date(time.clock().getTime() + DAY).toISOString();
    await database.db.updateTable('outbox').set({ link_expires_at: ends }).where('id', '=', 'a').execute();
    time.advance(DAY);
    const { delivered, deliver } = fakeDelivery();
    start(deliver);
    await waitFor(async () => expect(await states()).toEqual(['a dead', 'b sent']));
    expect(delivered.map(({ id }) => id)).toEqual(['b']);
    expect(told).toContainEqual(
      expect.objectContaining({ mail: 'a', msg: 'mail given up: its link has expired' }),
    );
  });

  test('a mail of a process that died is sent by another process when the lease on the mail has ended', async () => {
    await store('a');
    const lease = new Date(time.clock().getTime() + 30_000);
    expect(await claimDue(database.db, 5, time.clock(), lease)).toHaveLength(1);
    const { delivered, deliver } = fakeDelivery();
    const worker = start(deliver);

    time.advance(29_999);
    worker.wake();
    await worker.stop();
    expect(delivered).toEqual([]);

    time.advance(1);
    start(deliver);
    await waitFor(async () => expect(await states()).toEqual(['a sent']));
    expect(delivered.map(({ id }) => id)).toEqual(['a']);
  });

  test('a mail worker whose lease has ended does not change a mail that another worker has taken over', async () => {
    const answer = Promise.withResolvers<DeliveryResult>();
    await store('a');
    const slow = fakeDelivery(() => answer.promise);
    const worker = start(slow.deliver);
    await waitFor(() => expect(slow.delivered).toHaveLength(1));
    await database.db.updateTable('outbox').set({ leased_until: null }).execute();
    const later = new Date(time.clock().getTime() + 30_000);
    expect(await claimDue(database.db, 5, time.clock(), later)).toHaveLength(1);

    answer.resolve({ kind: 'refused', reason: '550 no' });
    await worker.stop();
    const untouched = { state: 'waiting', attempts: 2, leased_until: later.toISOString() };
    expect((await rows())[0]).toMatchObject(untouched);
  });
});

test('mails are stored but not sent while no mail server is configured', async () => {
  await store('a');
  const worker = start(undefined);
  time.advance(60_000);
  await worker.stop();
  expect((await rows())[0]).toMatchObject({ state: 'waiting', attempts: 0, leased_until: null });
});

test('the wait before a mail is tried again is 5 s after the first failure and doubles up to an hour', () => {
  expect([1, 2, 3, 4].map((attempts) => backOff(attempts, 0))).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect([10, 11, 100, 1_000_000].map((attempts) => backOff(attempts, 0))).toEqual([
    2_560_000, 3_600_000, 3_600_000, 3_600_000,
  ]);
});

test('the wait before a mail is tried again is shortened at random by up to a quarter, to spread the retries', () => {
  expect(backOff(1, 0.999_999)).toBe(3_750);
  expect(backOff(100, 0.5)).toBe(3_150_000);
});
