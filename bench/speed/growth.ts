import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { migrate } from '#server/database/migrate.ts';
import { makeThrowAwayPlace, type ThrowAwayPlace, withDatabase } from '#server/testing/process-database.ts';
import type { Answer, Client } from '../support/client.ts';
import { BENCH_PASSWORD, benchAddress, signInBenchAccount } from '../support/confirmed-accounts.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { startSiteOn } from '../support/site.ts';
import { addManyUsers } from './many-users.ts';
import { alternate, type Measurement, type Row } from './measurement.ts';

const [MANY, FEW] = [1_000_000, 1_000];
const STARTS = 5;
const WARM_UP = 20;
/** The number of people who send requests at each database size, spread over the whole table. */
const ASKING = 90;

type Asker = Awaited<ReturnType<typeof signInBenchAccount>>;
type Question = {
  readonly name: string;
  readonly times: number;
  /** One request; `n` counts up from 0. `user` is the index of an account, a different one on each call. */
  readonly ask: (client: Client, asker: Asker, n: number, user: number) => Promise<Answer>;
};

const QUESTIONS: readonly Question[] = [
  {
    name: 'sign-in',
    times: 60,
    ask: (client, _, __, user) => {
      const body = { email: benchAddress(user), password: BENCH_PASSWORD, rememberDevice: true };
      return client.post(ACCOUNT_API.signIn, body);
    },
  },
  {
    name: 'reading the profile',
    times: 300,
    ask: (client, { id, headers }) => client.get(pathFor(PRODUCT_API.user, id), headers.cookie),
  },
  {
    name: 'saving the profile',
    times: 200,
    ask: (client, { id, headers }, n) =>
      client.post(pathFor(PRODUCT_API.saveUserById, id), { about: `Saved, ${n}.` }, headers.cookie),
  },
  {
    name: 'sending a form',
    times: 200,
    ask: (client, { headers }, n) => {
      const letter = { name: 'A person', email: 'a@example.com', message: `The ${n}th message.` };
      return client.post(pathFor(FORMS_API.submit, 'contact'), letter, headers.cookie);
    },
  },
];

/** Measures how a thousand times more users slow down each request and the start. */
export const measure: Measurement = async () => {
  using postgres = await startOwnPostgres();
  return [...(await rowsOf('SQLite', async () => '')), ...(await rowsOf('PostgreSQL', postgres.addDatabase))];
};

async function rowsOf(kind: string, newDatabase: () => Promise<string>): Promise<Row[]> {
  await using many = await fill(MANY, await newDatabase());
  await using few = await fill(FEW, await newDatabase());
  const row = (what: string, { milliseconds }: { milliseconds: { ours: number; floor: number } }): Row => ({
    target: 'Growth',
    what: `${what}, ${kind}`,
    unit: 'ms',
    ...milliseconds,
    beside: '1,000 users',
    limits: ['≤ 1.2 ×'],
  });
  const starts = await alternate(
    STARTS,
    () => timedStart(many),
    () => timedStart(few),
  );
  const rows = [row('start to ready', starts)];
  await using ours = await askedSite(many, MANY);
  await using floor = await askedSite(few, FEW);
  for (const question of QUESTIONS) {
    const askBoth = (times: number) =>
      alternate(
        times,
        () => ours.ask(question),
        () => floor.ask(question),
      );
    await askBoth(WARM_UP);
    rows.push(row(question.name, await askBoth(question.times)));
  }
  return rows;
}

async function fill(users: number, databaseUrl: string) {
  const place = await makeThrowAwayPlace(databaseUrl);
  await withDatabase(place, async (db) => {
    await migrate(db);
    await addManyUsers(db, users);
  });
  return { ...place, [Symbol.asyncDispose]: place.remove };
}

async function timedStart(place: ThrowAwayPlace) {
  const from = performance.now();
  await using _ = await startSiteOn(place);
  return { milliseconds: performance.now() - from };
}

/** A site with signed-in users, and one request to it. */
async function askedSite(place: ThrowAwayPlace, users: number) {
  const server = await startSiteOn(place);
  const askers: Asker[] = [];
  for (let n = 0; n < ASKING; n++)
    askers.push(await signInBenchAccount(server.url, Math.floor((n * users) / ASKING)));
  const client = askers[0]?.client;
  let n = 0;
  return {
    ...server,
    ask: async ({ name, ask }: Question) => {
      const asker = askers[n++ % ASKING];
      if (client === undefined || asker === undefined) throw new Error('nobody asks');
      const answer = await ask(client, asker, n, Math.floor((n * users) / 997) % users);
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
      return { milliseconds: answer.milliseconds };
    },
  };
}
