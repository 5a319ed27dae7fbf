import { randomUUID } from 'node:crypto';
import { ACCOUNT_API } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { freshSalt, hashPassword, setPassword } from '#server/accounts/passwords.ts';
import { freshRecord } from '#server/accounts/record.ts';
import type { Db } from '#server/database/database.ts';
import { createTimedClient } from './timed-client.ts';

export const BENCH_PASSWORD = 'the password of the owner';

/** The address of the account at this place. */
export const benchAddress = (n: number) => `person-${n}@example.com`;

/** Adds so many confirmed accounts with a password, without the site; all of them hashed once, which saves minutes. */
export async function addConfirmedAccounts(db: Db, count: number): Promise<void> {
  const passwordHash = await hashPassword(BENCH_PASSWORD, freshSalt());
  const now = new Date();
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < count; n++) {
      const [id, email] = [randomUUID(), benchAddress(n)];
      const record = { ...freshRecord(email, now), verification_sent_at: now.toISOString() };
      await tx
        .insertInto('users')
        .values({ id, email, ...record, login_count: 0, verification_attempts: 1 })
        .execute();
      await setPassword(tx, id, passwordHash, now);
    }
  });
}

/** Signs one of them in; with the headers of whoever asks for their record. */
export async function signInBenchAccount(url: string, n: number): Promise<SignedInAccount> {
  const client = createTimedClient(url);
  const body = { email: benchAddress(n), password: BENCH_PASSWORD, rememberDevice: true };
  const { status, text, cookie } = await client.post(ACCOUNT_API.signIn, body);
  client.close();
  if (status !== 200) throw new Error(`a sign-in was answered ${status}: ${text}`);
  return {
    id: JSON.parse(text).data.id,
    headers: { cookie, 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey },
  };
}

export type SignedInAccount = {
  readonly id: string;
  readonly headers: Readonly<Record<'cookie' | 'x-api-key', string>>;
};
