import { ACCOUNT_API } from '#contract/paths.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { type BareArgon2, startBareArgon2 } from '../support/bare-argon2.ts';
import { addConfirmedAccounts, BENCH_PASSWORD, benchAddress } from '../support/confirmed-accounts.ts';
import { MEASURED_SETTINGS } from '../support/measured-settings.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { signInLoad } from '../support/sign-in-load.ts';
import { createTimedClient } from '../support/timed-client.ts';
import { alternate, beside } from './alternate.ts';
import type { Measurement, Row } from './measurement.ts';

const WARM_UP = 10;
const CALLS = 60;
const ROUNDS = 3;
const SECONDS = 3;
const AT_ONCE = 32;
/** More than a round can use up: nobody signs in twice. */
const ACCOUNTS_A_ROUND = 500;

/**
 * A sign-in beside one argon2id with the same parameters in a Node process that does nothing else, with the thread pool
 * as Node sets it in both. Every sign-in has an account of its own.
 */
export const measure: Measurement = async () => {
  const postgres = await startOwnPostgres();
  const bare = await startBareArgon2();
  try {
    return [
      ...(await rowsOf('SQLite', '', bare, 1.15)),
      ...(await rowsOf('PostgreSQL', await postgres.addDatabase(), bare, 1.3)),
    ];
  } finally {
    await bare.close();
    postgres.remove();
  }
};

async function rowsOf(name: string, url: string, bare: BareArgon2, limit: number): Promise<Row[]> {
  const place = await makeThrowAwayPlace(url);
  const server = await startServerProcess({ ...place.env, ...MEASURED_SETTINGS });
  try {
    const db = place.open();
    await addConfirmedAccounts(db, WARM_UP + CALLS + ROUNDS * ACCOUNTS_A_ROUND);
    await db.destroy();
    // The many first: a process in service has compiled what signs people in.
    const throughput = await many(name, server.url, bare);
    return [await alone(name, server.url, bare, limit), throughput];
  } finally {
    server.terminate();
    await server.exit;
    await place.remove();
  }
}

async function alone(name: string, url: string, bare: BareArgon2, limit: number): Promise<Row> {
  const client = createTimedClient(url);
  let person = 0;
  const ours = async () => {
    const body = { email: benchAddress(person++), password: BENCH_PASSWORD, rememberDevice: true };
    const { status, text, milliseconds } = await client.post(ACCOUNT_API.signIn, body);
    if (status !== 200) throw new Error(`a sign-in was answered ${status}: ${text}`);
    return { milliseconds };
  };
  const floor = async () => ({ milliseconds: (await bare.run({ milliseconds: 0, atOnce: 1 })).milliseconds });
  try {
    await alternate(WARM_UP, { ours, floor });
    const taken = await alternate(CALLS, { ours, floor });
    return {
      target: 'Sign-in',
      what: `one alone, median, ${name}`,
      ...beside('milliseconds', taken.ours, 'one argon2id', taken.floor),
      unit: 'ms',
      limits: [{ of: 'ratio', kind: 'at most', value: limit }],
    };
  } finally {
    client.close();
  }
}

async function many(name: string, url: string, bare: BareArgon2): Promise<Row> {
  let from = WARM_UP + CALLS;
  const taken = await alternate(ROUNDS, {
    ours: async () => {
      const { perSecond } = await signInLoad(url, { seconds: SECONDS, atOnce: AT_ONCE, from });
      from += ACCOUNTS_A_ROUND;
      return { perSecond };
    },
    floor: async () => {
      const { count, milliseconds } = await bare.run({ milliseconds: SECONDS * 1_000, atOnce: AT_ONCE });
      return { perSecond: count / (milliseconds / 1_000) };
    },
  });
  return {
    target: 'Sign-in',
    what: `${AT_ONCE} at once, a second, ${name}`,
    ...beside('perSecond', taken.ours, 'argon2id alone', taken.floor),
    unit: '/s',
    limits: [{ of: 'ratio', kind: 'at least', value: 0.9 }],
  };
}
