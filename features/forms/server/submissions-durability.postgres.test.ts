import { expect, onTestFinished, test } from 'vitest';
import { findRows } from '#server/database/rows.ts';
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { createRandom, testSeed } from '#server/testing/random.ts';
import { createRestartingSite, until } from '#server/testing/restarting-site.ts';
import { startTestServer } from '#server/testing/test-process.ts';

const SUBMISSIONS = 40;
/** Submissions that are sent at the same time; each kill interrupts some of them. */
const AT_ONCE = 20;
const KILLS = 2;
/** The server is killed at a random moment within this time, which is how long a few requests take. */
const KILL_SPREAD_MS = 10;
const DESK = 'desk@example.com';
const NO_MAIL_SERVER = 'smtp://127.0.0.1:1';

/** Every second sender has no key, like a browser without a script: equal text then marks a repeated submission. */
const keyOf = (sender: number): Readonly<Record<string, string>> =>
  sender % 2 === 0 ? { 'idempotency-key': `key-${sender}` } : {};
const addressOf = (sender: number) => `sender-${sender}@example.com`;

test(`[P-165] ${SUBMISSIONS} submissions, ${AT_ONCE} at a time, are stored once despite kill -9, and mailed once when mail works again`, async () => {
  const seed = testSeed();
  const random = createRandom(seed);
  const place = await makeThrowAwayPlace();
  onTestFinished(place.remove);
  const site = await createRestartingSite(
    { ...place.env, SMTP_URL: NO_MAIL_SERVER, FORM_NOTIFY_TO: DESK },
    startTestServer,
  );
  const answered = new Set<number>();
  const problems: string[] = [];

  const sender = async (number: number) => {
    const body = { name: `Sender ${number}`, email: addressOf(number), message: `Letter of ${number}.` };
    // Without an answer it is unknown whether the submission was stored, so it is sent again until there is an answer.
    while (!answered.has(number) && problems.length === 0) {
      const answer = await site.post('/f/contact', body, keyOf(number));
      if (answer === undefined) continue;
      if (answer.status !== 200) problems.push(`${number} was answered ${answer.status}: ${answer.text}`);
      answered.add(number);
    }
  };
  const killer = async () => {
    for (let kill = 1; kill <= KILLS; kill++) {
      const at = ((kill - 1 + random()) / KILLS) * SUBMISSIONS * 0.9;
      await until(() => answered.size >= at || problems.length > 0);
      await new Promise((resolve) => setTimeout(resolve, random() * KILL_SPREAD_MS));
      await site.killAndRestart();
    }
  };
  const senders = Array.from({ length: SUBMISSIONS }, (_, index) => index + 1);
  const unsent = [...senders];
  const lane = async () => {
    for (let next = unsent.shift(); next !== undefined; next = unsent.shift()) await sender(next);
  };
  await Promise.all([killer(), ...Array.from({ length: AT_ONCE }, lane)]);
  expect(problems, `seed ${seed}`).toEqual([]);
  expect(site.cut(), `seed ${seed}: no kill met a request`).toBeGreaterThan(0);
  await site.killAndRestart();

  const db = place.open();
  onTestFinished(() => db.destroy());
  const rows = await db.selectFrom('submissions').select(['email', 'state']).execute();
  expect(rows.map(({ email }) => email).sort(), `seed ${seed}`).toEqual(senders.map(addressOf).sort());
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['received']));
  const waiting = await findRows(db, 'outbox', ['recipient', 'reply_to', 'state'], {
    kind: 'form-notification',
  });
  expect(waiting.map(({ reply_to }) => reply_to).sort(), `seed ${seed}`).toEqual(
    senders.map(addressOf).sort(),
  );
  expect(new Set(waiting.map(({ state, recipient }) => `${state} ${recipient}`))).toEqual(
    new Set([`waiting ${DESK}`]),
  );

  expect(await site.stop()).toEqual({ code: 0, signal: null });
  // Skips the wait after which the leases of the killed server end and the mails are due again.
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: new Date().toISOString(), leased_until: null })
    .execute();
  const smtp = await startFakeSmtp();
  onTestFinished(smtp.close);
  const after = await createRestartingSite(
    { ...place.env, SMTP_URL: smtp.url, FORM_NOTIFY_TO: DESK },
    startTestServer,
  );
  const isSent = async () =>
    (await db.selectFrom('outbox').select('id').where('state', '!=', 'sent').execute()).length === 0;
  await until(isSent);
  expect(await after.stop()).toEqual({ code: 0, signal: null });

  // Each notification is sent together with a receipt.
  const ids = new Set(smtp.received.map(({ mail }) => mail.messageId));
  expect(ids.size, `seed ${seed}`).toBe(2 * SUBMISSIONS);
  expect(sendersOf(smtp).sort(), `seed ${seed}`).toEqual(senders.map(addressOf).sort());
  const others = smtp.received.map(({ to }) => to).filter((to) => to !== DESK);
  expect(others.sort(), `seed ${seed}`).toEqual(senders.map(addressOf).sort());
  expect(`${site.output()}${after.output()}`, 'errors in the logs').not.toContain('"level":"error"');
}, 600_000);

const sendersOf = ({ received }: FakeSmtp) =>
  received.filter(({ to }) => to === DESK).map(({ mail }) => mail.replyTo?.[0]?.address);
