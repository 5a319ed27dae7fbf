import { randomUUID } from 'node:crypto';
import { ACCOUNT_API } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { freshSalt, hashPassword, setPassword } from '#features/accounts/server/passwords.ts';
import { newRecord } from '#features/accounts/server/users.ts';
import { type ThrowAwayPlace, withDatabase } from '#server/testing/process-database.ts';
import { createClient } from './client.ts';

export const BENCH_PASSWORD = 'the password of the owner';

/** The email address of the account with this number. */
export const benchAddress = (n: number) => `person-${n}@example.com`;

/**
 * Adds confirmed accounts directly to the database: this many, or one for each given address. All share one password hash,
 * because hashing a password for each would take minutes.
 */
export async function addConfirmedAccounts(
  place: Pick<ThrowAwayPlace, 'open'>,
  accounts: number | readonly string[],
): Promise<void> {
  const addresses =
    typeof accounts === 'number' ? Array.from({ length: accounts }, (_, n) => benchAddress(n)) : accounts;
  const passwordHash = await hashPassword(BENCH_PASSWORD, freshSalt());
  const now = new Date();
  const add = (email: string) => ({
    ...{ id: randomUUID(), email, ...newRecord(email, now), login_count: 0, verification_attempts: 1 },
    verification_sent_at: now.toISOString(),
  });
  await withDatabase(place, (db) =>
    db.transaction().execute(async (tx) => {
      for (const user of addresses.map(add)) {
        await tx.insertInto('users').values(user).execute();
        await setPassword(tx, user.id, passwordHash, now);
      }
    }),
  );
}

/** Signs in to one of these accounts; also returns the headers for requesting its record. */
export async function signInBenchAccount(url: string, n: number) {
  const client = createClient(url);
  const body = { email: benchAddress(n), password: BENCH_PASSWORD, rememberDevice: true };
  const { status, text, cookie } = await client.post(ACCOUNT_API.signIn, body);
  if (status !== 200) throw new Error(`a sign-in was answered ${status}: ${text}`);
  return {
    client,
    id: JSON.parse(text).data.id as string,
    headers: { cookie, 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey },
  };
}
