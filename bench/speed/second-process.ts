import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { FORMS } from '#contract/forms.ts';
import { ACCOUNT_API, FORMS_API, PAGES, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { PROCESS_ORIGIN, type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';
import {
  addConfirmedAccounts,
  type SignedInAccount,
  signInBenchAccount,
} from '../support/confirmed-accounts.ts';
import { MEASURED_SETTINGS } from '../support/measured-settings.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { startOwnRedis } from '../support/own-redis.ts';
import { processorTimeOf } from '../support/process-cost.ts';
import { pause } from '../support/wait.ts';
import { alternate, beside } from './alternate.ts';
import type { Measurement } from './measurement.ts';

const ROUNDS = 5;
const SECONDS = 3;
const WARM_UP_SECONDS = 10;
const PEOPLE = 20;
/** To each process, some 250 a second, far from what it can do; one by one, as visitors come. */
const EACH_MS = 4;
const WARM_UP_EACH_MS = 2;

type Asked = { readonly path: string; readonly headers: Record<string, string>; readonly body?: string };

/**
 * What a request costs the processes that serve the site, on PostgreSQL and Redis: two side by side, and one alone. Each
 * has the same load in both, since a process that is busier does what it does in larger lots, and cheaper; so what is
 * left to differ is what they share: were it to get hotter, two would cost more.
 */
export const measure: Measurement = async () => {
  const [postgres, redis] = [await startOwnPostgres(), await startOwnRedis()];
  try {
    const place = await makeThrowAwayPlace(await postgres.addDatabase());
    const settings = { ...place.env, ...MEASURED_SETTINGS, REDIS_URL: redis.url };
    const first = await startServerProcess(settings);
    const second = await startServerProcess(settings);
    try {
      const db = place.open();
      await addConfirmedAccounts(db, PEOPLE);
      await db.destroy();
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, (_, n) => signInBenchAccount(first.url, n)),
      );
      const next = journeys(people);
      await costOf([first, second], next, WARM_UP_SECONDS, WARM_UP_EACH_MS);
      let turn = 0;
      const { ours, floor } = await alternate(ROUNDS, {
        ours: () => costOf([first, second], next, SECONDS),
        // Each of the two is the one alone as often, as far as an odd number goes.
        floor: () => costOf([turn++ % 2 === 0 ? first : second], next, SECONDS),
      });
      return [
        {
          target: 'Second process on PostgreSQL + Redis',
          what: 'processor time of a request',
          ...beside('perRequest', ours, 'one process', floor),
          unit: 'ms',
          limits: [{ of: 'ratio', kind: 'at most', value: 1.05 }],
        },
      ];
    } finally {
      for (const server of [first, second]) server.terminate();
      await Promise.all([first.exit, second.exit]);
      await place.remove();
    }
  } finally {
    await redis.stop();
    postgres.remove();
  }
};

/** What people ask for in turn: pages, who is signed in, a record, and now and then a message of its own. */
function journeys(people: readonly SignedInAccount[]): () => Asked {
  let count = 0;
  const json = { origin: PROCESS_ORIGIN, 'content-type': 'application/json', accept: 'application/json' };
  return () => {
    const n = count++;
    const { id, headers } = people[Math.floor(n / 7) % people.length] ?? { id: '', headers: {} };
    if (n % 7 === 6) {
      const letter = {
        name: 'Asha Rao',
        email: `asha-${n}@example.com`,
        message: `Letter ${n}, and no other.`,
      };
      return {
        path: pathFor(FORMS_API.submit, FORMS.contact),
        headers: json,
        body: JSON.stringify(letter),
      };
    }
    const path = [PAGES.home, ACCOUNT_API.session, pathFor(PRODUCT_API.user, id)][n % 3] ?? '';
    return { path, headers: { ...headers, 'accept-encoding': 'gzip' } };
  };
}

/** Sends at a steady rate to each of the processes, and waits for all answers. Rejects when one is no 200. */
async function costOf(
  servers: readonly ServerProcess[],
  next: () => Asked,
  seconds: number,
  eachMs = EACH_MS,
): Promise<{ perRequest: number }> {
  const agent = new Agent({ keepAlive: true });
  const spent = () => servers.reduce((sum, { pid }) => sum + processorTimeOf(pid), 0);
  const underWay: Promise<void>[] = [];
  const before = spent();
  const timers = servers.map(({ url }) =>
    setInterval(() => void underWay.push(send(agent, url, next())), eachMs),
  );
  await pause(seconds * 1_000);
  for (const timer of timers) clearInterval(timer);
  try {
    await Promise.all(underWay);
    return { perRequest: (spent() - before) / underWay.length };
  } finally {
    agent.destroy();
  }
}

async function send(agent: Agent, url: string, { path, headers, body }: Asked): Promise<void> {
  const outgoing = request(url + path, { agent, method: body === undefined ? 'GET' : 'POST', headers });
  const [answer] = await once(outgoing.end(body), 'response');
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}`);
}
