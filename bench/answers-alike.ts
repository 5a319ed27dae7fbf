import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ACCOUNT_API, OPERATIONS, PRODUCT_API } from '#contract/paths.ts';
import { freshSalt, hashPassword, setPassword } from '#server/accounts/passwords.ts';
import { freshRecord } from '#server/accounts/record.ts';
import type { Db } from '#server/database/database.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { createRandom } from '#server/testing/random.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { median, ratioInterval, table } from './support/figures.ts';
import { startMailSink } from './support/mail-sink.ts';
import { createTimedClient, type TimedAnswer } from './support/timed-client.ts';
import { addWaitingSignUp } from './support/waiting-sign-up.ts';

/**
 * Does the time of an answer tell whether an address has an account (decisions §3.3)? Asks the real server, over
 * loopback, each question about an address it knows and one it does not, in random order, and compares the medians.
 *
 *   npm run bench -- answers-alike [--rounds 200] [--smtp]      (DATABASE_URL: on that PostgreSQL server)
 */
const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, smtp: { type: 'boolean', default: false } },
});
const ROUNDS = Number(options.rounds);
const WARM_UP = 10;
/** What takes a millisecond and may be repeated is asked this often in each round: noise weighs more there. */
const TIMES_QUICK = 5;
const TOLERANCE = 0.05;
const PASSWORD = 'the password of the owner';
const OTHER_PASSWORD = 'the password of somebody else';
const HOUR = 60 * 60 * 1_000;

const random = createRandom(Date.now());

type Side = 'known' | 'unknown';
type Samples = Record<Side, number[]>;
const samples = new Map<string, Samples>();

const place = await makeThrowAwayPlace(process.env.DATABASE_URL ?? '');
const sink = options.smtp ? await startMailSink() : undefined;
const server = await startServerProcess({
  ...place.env,
  RATE_LIMIT_SCALE: '1000000',
  ...(sink === undefined ? {} : { SMTP_URL: sink.url }),
});
const client = createTimedClient(server.url);
const db = place.open();
try {
  const pairs = Array.from({ length: WARM_UP + ROUNDS }, (_, n) => createPair(n));
  await addAccounts(db, pairs);
  for (const pair of pairs) await askOnTheFirstDay(pair);
  await waitingTimesPass(db);
  for (const pair of pairs) await askLater(pair);
  const outside = printTable();
  if (server.output().includes('"level":')) throw new Error(`The server complained:\n${server.output()}`);
  process.exitCode = outside === 0 ? 0 : 1;
} finally {
  client.close();
  server.terminate();
  await server.exit;
  await db.destroy();
  await place.remove();
  await sink?.close();
}

/** Confirmed accounts, one not confirmed, and beside each an address that nobody has, of the same length. */
function createPair(n: number) {
  return {
    isWarmUp: n < WARM_UP,
    confirmed: { known: `verified-${n}@example.com`, unknown: `nobodyaa-${n}@example.com` },
    /** Confirmed as well; asked about for nothing else. */
    forgotten: Array.from({ length: TIMES_QUICK }, (_, time) => ({
      known: `password-${n}-${time}@example.com`,
      unknown: `nobodycc-${n}-${time}@example.com`,
    })),
    unconfirmed: { known: `unproved-${n}@example.com`, unknown: `nobodybb-${n}@example.com` },
    /** What the sign-ups of `confirmed` gave. */
    cookies: { known: '', unknown: '' },
  };
}
type Pair = ReturnType<typeof createPair>;

async function askOnTheFirstDay(pair: Pair): Promise<void> {
  const { confirmed, unconfirmed, cookies } = pair;
  await ask(pair, 'sign-in, wrong password', (side) => signIn(confirmed[side]));
  await ask(pair, 'sign-in, wrong password (not confirmed)', (side) => signIn(unconfirmed[side]));
  for (const forgotten of pair.forgotten) {
    await ask(pair, 'request-reset', (side) => requestReset(forgotten[side]));
    await ask(pair, 'request-reset, again', (side) => requestReset(forgotten[side]));
  }
  await ask(pair, 'request-reset (not confirmed)', (side) => requestReset(unconfirmed[side]));
  Object.assign(cookies, await ask(pair, 'sign-up', (side) => signUp(confirmed[side])));
  await ask(pair, 'sign-up (not confirmed)', (side) => signUp(unconfirmed[side]));
  for (let time = 0; time < TIMES_QUICK; time++) {
    await ask(pair, '  then resend: please wait', (side) => resend(cookies[side]));
    await ask(pair, '  then save the record', (side) =>
      client.post(PRODUCT_API.saveUser, { name: 'Somebody', about: 'Something' }, cookies[side]),
    );
  }
  // Moves the pending cookie to whoever signs in.
  Object.assign(
    cookies,
    await ask(pair, '  then sign-in with that password', (side) => signIn(confirmed[side])),
  );
}

async function askLater(pair: Pair): Promise<void> {
  await ask(pair, '  then resend, after the wait: sent', (side) => resend(pair.cookies[side]));
  await ask(pair, '  then sign-up again', (side) => signUp(pair.confirmed[side]));
}

/** Asks about both addresses in random order, keeps the times, and gives the cookies that were set. */
async function ask(
  { isWarmUp }: Pair,
  name: string,
  question: (side: Side) => Promise<TimedAnswer>,
): Promise<Record<Side, string>> {
  const isKnownFirst = random() < 0.5;
  await settle();
  const first = await question(isKnownFirst ? 'known' : 'unknown');
  await settle();
  const second = await question(isKnownFirst ? 'unknown' : 'known');
  const [known, unknown] = isKnownFirst ? [first, second] : [second, first];
  requireSameAnswer(name, known, unknown);
  if (!isWarmUp) {
    const times = samples.get(name) ?? { known: [], unknown: [] };
    samples.set(name, times);
    times.known.push(known.milliseconds);
    times.unknown.push(unknown.milliseconds);
  }
  return { known: known.cookie, unknown: unknown.cookie };
}

/**
 * Brings the server to the same state before each question. Otherwise the unknown address, which more often comes
 * right after the known one, would pay for what sending a mail has left behind.
 */
async function settle(): Promise<void> {
  const waiting = db.selectFrom('outbox').select('id').where('state', '=', 'waiting').limit(1);
  while (sink !== undefined && (await waiting.executeTakeFirst()) !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  for (let time = 0; time < 3; time++) await client.get(OPERATIONS.ready);
}

function signIn(email: string): Promise<TimedAnswer> {
  return client.post(ACCOUNT_API.signIn, { email, password: OTHER_PASSWORD });
}

function signUp(email: string): Promise<TimedAnswer> {
  return client.post(ACCOUNT_API.signUp, { email, password: OTHER_PASSWORD });
}

function requestReset(email: string): Promise<TimedAnswer> {
  return client.post(ACCOUNT_API.requestReset, { email });
}

function resend(cookie: string): Promise<TimedAnswer> {
  return client.post(ACCOUNT_API.resendVerification, {}, cookie);
}

/** Makes the accounts and the waiting sign-ups behind the known addresses; only their owners know the passwords. */
async function addAccounts(db: Db, pairs: readonly Pair[]): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD, freshSalt());
  const now = new Date(Date.now() - HOUR);
  await db.transaction().execute(async (tx) => {
    const add = async (email: string) => {
      const id = randomUUID();
      await tx
        .insertInto('users')
        .values({ id, email, ...freshRecord(email, now), login_count: 0, verification_attempts: 1 })
        .execute();
      await setPassword(tx, id, passwordHash, now);
    };
    for (const { confirmed, unconfirmed, forgotten } of pairs) {
      for (const { known } of [confirmed, ...forgotten]) await add(known);
      await addWaitingSignUp(tx, { email: unconfirmed.known, passwordHash, browser: randomUUID() }, now);
    }
  });
}

/** As if all mails so far had been asked for an hour ago. */
async function waitingTimesPass(db: Db): Promise<void> {
  const then = new Date(Date.now() - HOUR).toISOString();
  await db.updateTable('sign_ups').set({ sent_at: then }).execute();
  await db.updateTable('outbox').set({ created_at: then }).execute();
}

/** What the answer says must not tell either. */
function requireSameAnswer(name: string, known: TimedAnswer, unknown: TimedAnswer): void {
  const shape = ({ status, text, headers }: TimedAnswer) =>
    JSON.stringify([status, Object.keys(headers).filter(isOfAnswer).sort(), withoutOwn(text)]);
  if (shape(known) !== shape(unknown)) {
    throw new Error(`${name}: the answers differ:\n${shape(known)}\n${shape(unknown)}`);
  }
}

/** The last answer of a connection, whoever asks, promises no other one. */
function isOfAnswer(header: string): boolean {
  return header !== 'keep-alive';
}

/** Without what differs between any two accounts. */
function withoutOwn(text: string): string {
  return text
    .replace(/"(id|email|created_at|updated_at|verification_sent_at)":"[^"]*"/g, '"$1":"…"')
    .replace(/"retryAfter":\d+/, '"retryAfter":0');
}

/** Answers how many questions tell. */
function printTable(): number {
  const where = process.env.DATABASE_URL === undefined ? 'SQLite' : 'PostgreSQL';
  let outside = 0;
  const rows = [...samples].map(([name, { known, unknown }]) => {
    const ratio = median(known) / median(unknown);
    const [low, high] = ratioInterval(known, unknown, random);
    const isAlike = Math.abs(ratio - 1) <= TOLERANCE;
    if (!isAlike) outside++;
    return [
      name,
      `${median(known).toFixed(2)} ms`,
      `${median(unknown).toFixed(2)} ms`,
      ratio.toFixed(3),
      `${low.toFixed(3)}–${high.toFixed(3)}`,
      isAlike ? 'yes' : 'NO',
    ];
  });
  process.stdout.write(
    `Medians of at least ${ROUNDS} answers on ${where}, ${options.smtp ? 'mail sent' : 'no mail server'}\n\n` +
      `${table([['Question', 'known', 'unknown', 'ratio', '95 %', `within ${TOLERANCE * 100} %`], ...rows])}\n\n` +
      `${outside === 0 ? 'All alike.' : `${outside} not alike.`}\n`,
  );
  return outside;
}
