import { PRODUCT_API, pathFor } from '#contract/paths.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { addConfirmedAccounts, signInBenchAccount } from '../support/confirmed-accounts.ts';
import { percentile } from '../support/figures.ts';
import { MEASURED_SETTINGS } from '../support/measured-settings.ts';
import { type Probed, probe } from '../support/probe.ts';
import { residentOf } from '../support/process-cost.ts';
import { signInLoad } from '../support/sign-in-load.ts';
import { pause } from '../support/wait.ts';
import { alternate, beside } from './alternate.ts';
import type { Limit, Measurement, Row } from './measurement.ts';

const ROUNDS = 3;
const SECONDS = 5;
/** 50 a second of each: little enough to cost the site nothing, and enough for a p99 of all rounds. */
const PROBE = { seconds: SECONDS, eachMs: 10 };
const AT_ONCE = 200;
const ACCOUNTS_A_ROUND = 1_500;
/** Until the 200 connections are open and all of them wait: that they open in one moment is a load of another kind. */
const RAMP_MS = 2_000;

const LIMITS: readonly Limit[] = [
  { of: 'ratio', kind: 'at most', value: 3 },
  { of: 'ours', kind: 'at most', value: 25 },
];

/**
 * What a visitor and a signed-in person notice of 200 others who sign in at once, all the time: p99 at a steady, low rate,
 * beside the same with nobody else there. `wrk` signs in, this process asks; they share the machine's cores with the site.
 */
export const measure: Measurement = async () => {
  const place = await makeThrowAwayPlace('');
  const server = await startServerProcess({
    ...place.env,
    ...MEASURED_SETTINGS,
  });
  try {
    const db = place.open();
    await addConfirmedAccounts(db, 1 + ROUNDS * ACCOUNTS_A_ROUND);
    await db.destroy();
    const asked = { page: { path: '/', headers: {} }, user: await ownRecord(server.url) };
    const figures = async () => {
      const { page, user } = await probe(server.url, asked, PROBE);
      return { page: percentile(page, 0.99), user: percentile(user, 0.99) };
    };
    await probe(server.url, asked, { seconds: 1, eachMs: 5 });
    let from = 1;
    const resident: number[] = [];
    const { ours, floor } = await alternate(ROUNDS, {
      ours: async () => {
        const load = signInLoad(server.url, { seconds: SECONDS + 3, atOnce: AT_ONCE, from });
        from += ACCOUNTS_A_ROUND;
        await pause(RAMP_MS);
        const measured = await figures();
        resident.push(residentOf(server.pid));
        await load;
        return measured;
      },
      floor: figures,
    });
    const row = (what: string, name: 'page' | 'user'): Row => ({
      target: 'Isolation',
      what: `${what} during ${AT_ONCE} sign-ins, p99`,
      ...beside(name, ours, 'idle', floor),
      unit: 'ms',
      limits: LIMITS,
    });
    return [
      row('`/`', 'page'),
      row('`GET /api/user/{id}`', 'user'),
      {
        target: 'Isolation',
        what: `resident during ${AT_ONCE} sign-ins, the most`,
        ours: Math.max(...resident),
        unit: 'MB',
        limits: [{ of: 'ours', kind: 'at most', value: 220 }],
        rounds: { ours: resident },
      },
    ];
  } finally {
    server.terminate();
    await server.exit;
    await place.remove();
  }
};

/** The record of the first account, asked for by its owner. */
async function ownRecord(url: string): Promise<Probed> {
  const { id, headers } = await signInBenchAccount(url, 0);
  return { path: pathFor(PRODUCT_API.user, id), headers };
}
