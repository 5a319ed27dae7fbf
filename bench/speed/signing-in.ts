import { ACCOUNT_API } from '#contract/paths.ts';
import { createClient } from '../support/client.ts';
import { addConfirmedAccounts, BENCH_PASSWORD, benchAddress } from '../support/confirmed-accounts.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { startSite } from '../support/site.ts';
import { signInLoad } from '../support/wrk.ts';
import { type BareArgon2, startBareArgon2 } from './floors/bare-argon2.ts';
import { alternate, type Measurement, type Row } from './measurement.ts';

const WARM_UP = 10;
const CALLS = 60;
const ROUNDS = 3;
const SECONDS = 3;
const AT_ONCE = 32;
/** More accounts than a round can use, because nobody signs in twice. */
const ACCOUNTS_A_ROUND = 500;

/**
 * Compares a sign-in with one argon2id hash of the same parameters in a Node process that does nothing else; both use Node's
 * default thread pool. Every sign-in uses a different account.
 */
export const measure: Measurement = async () => {
  await using bare = startBareArgon2();
  using postgres = await startOwnPostgres();
  return [
    ...(await rowsOf('SQLite', '', bare, '≤ 1.15 ×')),
    ...(await rowsOf('PostgreSQL', await postgres.addDatabase(), bare, '≤ 1.3 ×')),
  ];
};

async function rowsOf(
  name: string,
  databaseUrl: string,
  bare: BareArgon2,
  limit: Row['limits'][number],
): Promise<Row[]> {
  await using site = await startSite(undefined, databaseUrl);
  await addConfirmedAccounts(site.place, WARM_UP + CALLS + ROUNDS * ACCOUNTS_A_ROUND);
  // Concurrent sign-ins run first, so that their code is already compiled, as in a long-running process.
  let from = WARM_UP + CALLS;
  const many = await alternate(
    ROUNDS,
    async () => {
      const { perSecond } = await signInLoad(site.url, { seconds: SECONDS, atOnce: AT_ONCE, from });
      from += ACCOUNTS_A_ROUND;
      return { perSecond };
    },
    async () => {
      const { count, milliseconds } = await bare.run({ milliseconds: SECONDS * 1_000, atOnce: AT_ONCE });
      return { perSecond: count / (milliseconds / 1_000) };
    },
  );
  const client = createClient(site.url);
  let person = 0;
  const signIn = async () => {
    const body = { email: benchAddress(person++), password: BENCH_PASSWORD, rememberDevice: true };
    const { status, text, milliseconds } = await client.post(ACCOUNT_API.signIn, body);
    if (status !== 200) throw new Error(`a sign-in was answered ${status}: ${text}`);
    return { milliseconds };
  };
  const hash = () => bare.run({ milliseconds: 0, atOnce: 1 });
  await alternate(WARM_UP, signIn, hash);
  const alone = await alternate(CALLS, signIn, hash);
  return [
    {
      target: 'Sign-in',
      what: `one alone, median, ${name}`,
      unit: 'ms',
      ...alone.milliseconds,
      beside: 'one argon2id',
      limits: [limit],
    },
    {
      target: 'Sign-in',
      what: `${AT_ONCE} at once, a second, ${name}`,
      unit: '/s',
      ...many.perSecond,
      beside: 'argon2id alone',
      limits: ['≥ 0.9 ×'],
    },
  ];
}
