import { setTimeout as pause } from 'node:timers/promises';
import { PRODUCT_API, pathFor } from '#contract/paths.ts';
import { addConfirmedAccounts, signInBenchAccount } from '../support/confirmed-accounts.ts';
import { percentile } from '../support/figures.ts';
import { startSite } from '../support/site.ts';
import { signInLoad } from '../support/wrk.ts';
import { alternate, type Measurement } from './measurement.ts';

const ROUNDS = 3;
const SECONDS = 5;
/** 50 requests per second of each kind: a low load for the site, but enough for a p99 over all rounds. */
const EACH_MS = 20;
const AT_ONCE = 200;
const ACCOUNTS_A_ROUND = 1_500;
/** Waits until all 200 connections are open: opening them at one moment is another kind of load. */
const RAMP_MS = 2_000;

/**
 * Measures how 200 people who sign in continuously slow down a visitor and a signed-in person: p99 at a steady, low rate,
 * compared with an otherwise idle site. `wrk` signs in, this process asks; they share the machine's cores with the site.
 */
export const measure: Measurement = async () => {
  await using site = await startSite();
  await addConfirmedAccounts(site.place, 1 + ROUNDS * ACCOUNTS_A_ROUND);
  const { id, headers } = await signInBenchAccount(site.url, 0);
  const user = site.url + pathFor(PRODUCT_API.user, id);
  const figures = async () => {
    const both = await Promise.all([p99Of(`${site.url}/`, {}), p99Of(user, headers)]);
    return { page: both[0], user: both[1] };
  };
  await figures();
  let from = 1;
  const taken = await alternate(
    ROUNDS,
    async () => {
      const load = signInLoad(site.url, { seconds: SECONDS + 3, atOnce: AT_ONCE, from });
      from += ACCOUNTS_A_ROUND;
      await pause(RAMP_MS);
      const measured = await figures();
      await load;
      return measured;
    },
    figures,
  );
  const row = (what: string, figure: (typeof taken)['page']) => ({
    target: 'Isolation',
    what: `${what} during ${AT_ONCE} sign-ins, p99`,
    unit: 'ms',
    ...figure,
    beside: 'idle',
    limits: ['≤ 3 ×', '≤ 25'] as const,
  });
  return [row('`/`', taken.page), row('`GET /api/user/{id}`', taken.user)];
};

/** Sends requests at a steady pace without waiting for the answers. Times are milliseconds until the last byte. */
async function p99Of(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const answers: Promise<number>[] = [];
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    answers.push(timedFetch(url, headers));
    await pause(EACH_MS);
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
