import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { MOST_WAITING_HASHES } from '#features/accounts/server/passwords.ts';
import { FORMS } from '#features/forms/contract.ts';
import { migrate } from '#server/database/migrate.ts';
import { makeThrowAwayPlace, withDatabase } from '#server/testing/process-database.ts';
import { addAccounts, credentials, signIn } from '../support/accounts.ts';
import { createClient } from '../support/client.ts';
import { alternate, compared, median, percentile, type Row } from '../support/figures.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { startSite } from '../support/site.ts';
import { runWrk, signInLoad } from '../support/wrk.ts';
import { startFloor } from './floors.ts';

const CONTACT = pathFor(FORMS_API.submit, FORMS.contact);

/** A form with a message of typical length. The number `n` makes each message different. */
const letter = (n: number) => ({
  ...{ name: 'Asha Rao', email: `asha-${n}@example.com` },
  message: `Letter ${n}. This is as long as what people write to us when they have read a page and want to know more of it.`,
});

/**
 * Measures `GET /api/user/{id}` on SQLite, for a signed-in person who has sent three messages. The floor, a bare
 * server, runs the two SQL statements of the route on the same file and sends the same bytes to any caller.
 */
export async function measureReading(): Promise<Row[]> {
  await using site = await startSite();
  await withDatabase(site.place, (db) => addAccounts(db, 1));
  const { id, client } = await signIn(site.url, 0);
  for (const n of [1, 2, 3]) await client.post(CONTACT, letter(n));
  const path = pathFor(PRODUCT_API.user, id);
  await using bare = await startFloor('reader', join(site.place.env.DATA_DIR, 'site.sqlite'));
  const headers = client.headers();
  const [ours, floor] = await Promise.all(
    [site, bare].map(async ({ url }) => (await fetch(url + path, { headers })).text()),
  );
  if (ours !== floor || !ours?.includes('Letter 3'))
    throw new Error(`The answers of the site and its floor differ, or lack a message:\n${ours}\n${floor}`);
  const load = (url: string, seconds = 3) => runWrk(url + path, { seconds, headers });
  // Warm-up until Node has compiled the code. The site has more code than the floor, so its warm-up is longer.
  await load(site.url, 5);
  await load(bare.url, 1);
  const { perSecond } = await alternate(
    5,
    () => load(site.url),
    () => load(bare.url),
  );
  const measured = ['Reading a user', 'requests a second', '/s'] as const;
  return [compared(measured, perSecond, 'node:http, same SELECTs', '≥ 0.3 ×')];
}

/**
 * Sends the contact form as JSON from one visitor, each time with another message; every answer comes after its transaction
 * is on the disk. The floor is that transaction alone, in a loop without a server: the same rows (message, notification,
 * receipt) in the same tables, on the same disk, with the same settings.
 */
export async function measureSending(): Promise<Row[]> {
  await using site = await startSite();
  const client = createClient(site.url);
  let sent = 0;
  const sendMany = async (times: number) => {
    const taken: number[] = [];
    while (taken.length < times) taken.push((await client.post(CONTACT, letter(++sent))).milliseconds);
    return { milliseconds: median(taken) };
  };
  await sendMany(500);
  const stored = await withDatabase(site.place, async (db) => ({
    submission: await db.selectFrom('submissions').selectAll().limit(1).executeTakeFirstOrThrow(),
    mails: await db.selectFrom('outbox').selectAll().orderBy('created_at').limit(2).execute(),
  }));
  const place = await makeThrowAwayPlace('');
  await withDatabase(place, migrate);
  const bare = await startFloor('writer', join(place.env.DATA_DIR, 'site.sqlite'));
  const write = async () => ({ milliseconds: 1_000 / (await bare.perSecond({ seconds: 1, ...stored })) });
  await write();
  const { milliseconds } = await alternate(5, () => sendMany(300), write);
  await bare[Symbol.asyncDispose]();
  await place.remove();
  const measured = ['Sending a form', 'one visitor, median', 'ms'] as const;
  return [compared(measured, milliseconds, 'a bare durable insert', '≤ 3 ×')];
}

const AT_ONCE = 32;
const [WARM_UP, CALLS] = [10, 60];
/** The number of accounts for a round: more than the round can use, because nobody signs in twice. */
const ACCOUNTS_A_ROUND = 500;

/**
 * Compares a sign-in with one argon2id hash of the same parameters in a Node process that does nothing else; both use Node's
 * default thread pool. Every sign-in uses a different account.
 */
export async function measureSigningIn(): Promise<Row[]> {
  using postgres = await startOwnPostgres();
  return [
    ...(await signInRows('SQLite', '', '≤ 1.15 ×')),
    ...(await signInRows('PostgreSQL', await postgres.addDatabase(), '≤ 1.3 ×')),
  ];
}

async function signInRows(name: string, databaseUrl: string, limit: Row['limit']): Promise<Row[]> {
  await using bare = await startFloor('hasher');
  await using site = await startSite(databaseUrl);
  await withDatabase(site.place, (db) => addAccounts(db, WARM_UP + CALLS + 3 * ACCOUNTS_A_ROUND));
  // The concurrent sign-ins are measured first. They also warm up the code for the measurement of single sign-ins below.
  let round = 0;
  const { perSecond } = await alternate(
    3,
    () =>
      signInLoad(site.url, {
        seconds: 3,
        atOnce: AT_ONCE,
        from: WARM_UP + CALLS + ACCOUNTS_A_ROUND * round++,
      }),
    async () => ({ perSecond: await bare.perSecond({ milliseconds: 3_000, atOnce: AT_ONCE }) }),
  );
  const client = createClient(site.url);
  let person = 0;
  const signInOnce = () => client.post(ACCOUNT_API.signIn, credentials(person++)).then(timeOf);
  const hashOnce = async () => ({
    milliseconds: 1_000 / (await bare.perSecond({ milliseconds: 0, atOnce: 1 })),
  });
  await alternate(WARM_UP, signInOnce, hashOnce);
  const { milliseconds } = await alternate(CALLS, signInOnce, hashOnce);
  const many = `${AT_ONCE} at once, a second, ${name}`;
  return [
    compared(['Sign-in', `one alone, median, ${name}`, 'ms'], milliseconds, 'one argon2id', limit),
    compared(['Sign-in', many, '/s'], perSecond, 'argon2id alone', '≥ 0.9 ×'),
  ];
}

const timeOf = ({ milliseconds }: { readonly milliseconds: number }) => ({ milliseconds });

/** The number of sign-ins that the server lets wait for a hash. The server refuses further ones. */
const CROWD = MOST_WAITING_HASHES;
const CROWD_A_ROUND = 1_500;

/**
 * Measures how much a constant load of sign-ins slows down the requests of a visitor and of a signed-in person. Compares the p99 of
 * these requests, at a steady, low rate, with the p99 on an otherwise idle site. `wrk` sends the sign-ins, and this process sends
 * the measured requests; both share the machine's cores with the site.
 */
export async function measureIsolation(): Promise<Row[]> {
  await using site = await startSite();
  await withDatabase(site.place, (db) => addAccounts(db, 1 + 3 * CROWD_A_ROUND));
  const { id, client } = await signIn(site.url, 0);
  const ask = async () => {
    const [page, user] = await Promise.all([
      p99Of(`${site.url}/`, {}),
      p99Of(site.url + pathFor(PRODUCT_API.user, id), client.headers()),
    ]);
    return { page, user };
  };
  await ask();
  let round = 0;
  const taken = await alternate(
    3,
    async () => {
      const load = { seconds: 8, atOnce: CROWD, from: 1 + CROWD_A_ROUND * round++ };
      // Waits until all connections are open, because many connections that open at one moment are a different kind of load.
      const measuring = pause(2_000).then(ask);
      const [measured] = await Promise.all([measuring, signInLoad(site.url, load)]);
      return measured;
    },
    ask,
  );
  const rowOf = (what: string, figures: typeof taken.page) =>
    compared(['Isolation', `${what} during ${CROWD} sign-ins, p99`, 'ms'], figures, 'idle', '≤ 3 ×');
  return [rowOf('`/`', taken.page), rowOf('`GET /api/user/{id}`', taken.user)];
}

/** Sends fifty requests a second for five seconds, without waiting for the answers. */
async function p99Of(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const answers: Promise<number>[] = [];
  const end = performance.now() + 5_000;
  while (performance.now() < end) {
    answers.push(timedFetch(url, headers));
    await pause(20);
  }
  return percentile(await Promise.all(answers), 0.99);
}

async function timedFetch(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const from = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} was answered ${answer.status}`);
  return performance.now() - from;
}
