import { parseArgs } from 'node:util';
import { ACCOUNT_API, OPERATIONS, PRODUCT_API } from '#contract/paths.ts';
import { withDatabase } from '#server/testing/process-database.ts';
import { createRandom } from '#server/testing/random.ts';
import { type Answer, createClient } from './support/client.ts';
import { addConfirmedAccounts, BENCH_PASSWORD } from './support/confirmed-accounts.ts';
import { median, table } from './support/figures.ts';
import { startSite } from './support/site.ts';

/**
 * Measures whether the time of an answer reveals that an address has an account (docs/product.md, "Privacy of accounts"). The
 * benchmark sends each kind of request to the real server, over loopback, for a known and an unknown address in random order,
 * and compares the medians.
 *
 *   npm run bench -- answers-alike [--rounds 200]      (DATABASE_URL: use that PostgreSQL server)
 */
const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } });
const ROUNDS = Number(options.rounds);
const WARM_UP = 10;
/** Requests that take about a millisecond are repeated this many times per round, because noise affects short times more. */
const TIMES_QUICK = 5;
const TOLERANCE = 0.05;
const OTHER_PASSWORD = 'the password of somebody else';
const HOUR = 60 * 60 * 1_000;

const random = createRandom(Date.now());

type Side = 'known' | 'unknown';
type Samples = Record<Side, number[]>;
const samples = new Map<string, Samples>();

await using site = await startSite({ RATE_LIMIT_SCALE: '1000000' }, process.env.DATABASE_URL);
const client = createClient(site.url);
const pairs = Array.from({ length: WARM_UP + ROUNDS }, (_, n) => createPair(n));
const known = pairs.flatMap(({ confirmed, forgotten }) => [confirmed, ...forgotten].map((one) => one.known));
await addConfirmedAccounts(site.place, known);
for (const { unconfirmed } of pairs) await signUp(unconfirmed.known, BENCH_PASSWORD);
await waitingTimesPass();
for (const pair of pairs) await askOnTheFirstDay(pair);
await waitingTimesPass();
for (const pair of pairs) await askLater(pair);
printTable();
if (site.output().includes('"level":')) throw new Error(`The server complained:\n${site.output()}`);

/** Addresses of confirmed accounts, one of an unconfirmed account, and an unused address of the same length for each. */
function createPair(n: number) {
  return {
    isWarmUp: n < WARM_UP,
    confirmed: { known: `verified-${n}@example.com`, unknown: `nobodyaa-${n}@example.com` },
    /** Confirmed accounts that are used only to ask for a new password. */
    forgotten: Array.from({ length: TIMES_QUICK }, (_, time) => ({
      known: `password-${n}-${time}@example.com`,
      unknown: `nobodycc-${n}-${time}@example.com`,
    })),
    unconfirmed: { known: `unproved-${n}@example.com`, unknown: `nobodybb-${n}@example.com` },
    /** The cookies that were set when the addresses of `confirmed` signed up. */
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
  // Gives the cookie of the pending sign-up to the visitor who signs in.
  Object.assign(
    cookies,
    await ask(pair, '  then sign-in with that password', (side) => signIn(confirmed[side])),
  );
}

async function askLater(pair: Pair): Promise<void> {
  await ask(pair, '  then resend, after the wait: sent', (side) => resend(pair.cookies[side]));
  await ask(pair, '  then sign-up again', (side) => signUp(pair.confirmed[side]));
}

/** Sends a request about each address of the pair, in random order. Records the times and returns the cookies that were set. */
async function ask(
  { isWarmUp }: Pair,
  name: string,
  question: (side: Side) => Promise<Answer>,
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
 * Waits until the server has finished the work of the previous request, such as storing the mail to a known address. Otherwise
 * that work would slow the answer measured next, often the one about an unknown address.
 */
async function settle(): Promise<void> {
  for (let time = 0; time < 3; time++) await client.get(OPERATIONS.ready);
}

function signIn(email: string): Promise<Answer> {
  return client.post(ACCOUNT_API.signIn, { email, password: OTHER_PASSWORD });
}

function signUp(email: string, password = OTHER_PASSWORD): Promise<Answer> {
  return client.post(ACCOUNT_API.signUp, { email, password });
}

function requestReset(email: string): Promise<Answer> {
  return client.post(ACCOUNT_API.requestReset, { email });
}

function resend(cookie: string): Promise<Answer> {
  return client.post(ACCOUNT_API.resendVerification, {}, cookie);
}

/** Makes all stored mails look an hour old, so that no waiting time between mails is running. */
async function waitingTimesPass(): Promise<void> {
  const then = new Date(Date.now() - HOUR).toISOString();
  await withDatabase(site.place, async (db) => {
    await db.updateTable('sign_ups').set({ sent_at: then }).execute();
    await db.updateTable('outbox').set({ created_at: then }).execute();
  });
}

/** Throws if the two answers differ, because the content must not reveal an account either. */
function requireSameAnswer(name: string, known: Answer, unknown: Answer): void {
  // Ignores `keep-alive`: the last answer on a connection lacks this header, whichever address was asked about.
  const names = (headers: Answer['headers']) =>
    Object.keys(headers)
      .filter((name) => name !== 'keep-alive')
      .sort();
  const shape = ({ status, text, headers }: Answer) =>
    JSON.stringify([status, names(headers), withoutOwn(text)]);
  if (shape(known) !== shape(unknown)) {
    throw new Error(`${name}: the answers differ:\n${shape(known)}\n${shape(unknown)}`);
  }
}

/** The text without the values that differ between any two accounts. */
function withoutOwn(text: string): string {
  return text
    .replace(/"(id|email|created_at|updated_at|verification_sent_at)":"[^"]*"/g, '"$1":"…"')
    .replace(/"retryAfter":\d+/, '"retryAfter":0');
}

function printTable(): void {
  const rows = [...samples].map(([name, { known, unknown }]) => {
    const ratio = median(known) / median(unknown);
    return {
      Question: name,
      known: `${median(known).toFixed(2)} ms`,
      unknown: `${median(unknown).toFixed(2)} ms`,
      ratio: ratio.toFixed(3),
      [`within ${TOLERANCE * 100} %`]: Math.abs(ratio - 1) <= TOLERANCE ? 'yes' : 'NO',
    };
  });
  const outside = rows.filter((row) => Object.values(row).includes('NO')).length;
  process.stdout.write(`${table(rows)}\n\n${outside === 0 ? 'All alike.' : `${outside} not alike.`}\n`);
  process.exitCode = outside === 0 ? 0 : 1;
}
