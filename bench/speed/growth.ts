import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { migrate } from '#server/database/migrate.ts';
import { makeThrowAwayPlace, type ThrowAwayPlace, withDatabase } from '#server/testing/process-database.ts';
import { addAccounts, credentials, signIn } from '../support/accounts.ts';
import type { Answer, Client } from '../support/client.ts';
import { alternate, compared, type Row } from '../support/figures.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { startSiteOn } from '../support/site.ts';

const [MANY, FEW] = [1_000_000, 1_000];
const STARTS = 5;
const WARM_UP = 20;
/** The number of people who send requests at each database size. Their accounts are spread over the whole table. */
const ASKING = 90;

type Question = {
  readonly name: string;
  readonly times: number;
  /** Sends one request. `n` counts the calls from 0. `user` is the index of an account, a different one on each call. */
  readonly ask: (client: Client, id: string, n: number, user: number) => Promise<Answer>;
};

const QUESTIONS: readonly Question[] = [
  {
    name: 'reading the profile',
    times: 300,
    ask: (client, id) => client.get(pathFor(PRODUCT_API.user, id)),
  },
  {
    name: 'saving the profile',
    times: 200,
    ask: (client, id, n) => client.post(pathFor(PRODUCT_API.saveUserById, id), { about: `Saved, ${n}.` }),
  },
  {
    name: 'sending a form',
    times: 200,
    ask: (client, _, n) => {
      const letter = { name: 'A person', email: 'a@example.com', message: `The ${n}th message.` };
      return client.post(pathFor(FORMS_API.submit, 'contact'), letter);
    },
  },
  {
    // This request is measured last, because a sign-in changes the session of the client.
    name: 'sign-in',
    times: 60,
    ask: (client, _, __, user) => client.post(ACCOUNT_API.signIn, credentials(user)),
  },
];

/** Measures how much slower each request and the start of the server become with a thousand times more users. */
export async function measureGrowth(): Promise<Row[]> {
  using postgres = await startOwnPostgres();
  return [...(await rowsOf('SQLite', async () => '')), ...(await rowsOf('PostgreSQL', postgres.addDatabase))];
}

async function rowsOf(kind: string, newDatabase: () => Promise<string>): Promise<Row[]> {
  await using many = await fill(MANY, await newDatabase());
  await using few = await fill(FEW, await newDatabase());
  const row = (what: string, { milliseconds }: { milliseconds: { ours: number; floor: number } }) =>
    compared(['Growth', `${what}, ${kind}`, 'ms'], milliseconds, '1,000 users', '≤ 1.2 ×');
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
    await addAccounts(db, users);
  });
  return { ...place, [Symbol.asyncDispose]: place.remove };
}

async function timedStart(place: ThrowAwayPlace) {
  const from = performance.now();
  await using _ = await startSiteOn(place);
  return { milliseconds: performance.now() - from };
}

/** Starts a site and signs in users. Each call of `ask` sends one request, as the next user in turn. */
async function askedSite(place: ThrowAwayPlace, users: number) {
  const server = await startSiteOn(place);
  const askers: Awaited<ReturnType<typeof signIn>>[] = [];
  for (let n = 0; n < ASKING; n++) askers.push(await signIn(server.url, Math.floor((n * users) / ASKING)));
  let n = 0;
  return {
    ...server,
    ask: async ({ ask }: Question) => {
      const asker = askers[n++ % ASKING];
      if (asker === undefined) throw new Error('nobody asks');
      const { milliseconds } = await ask(asker.client, asker.id, n, Math.floor((n * users) / 997) % users);
      return { milliseconds };
    },
  };
}
