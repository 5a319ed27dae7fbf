import { randomUUID } from 'node:crypto';
import { freshRecord } from '#server/accounts/record.ts';
import { browserColumns, SIGN_UP_SECONDS, secondsAfter } from '#server/accounts/sign-ups.ts';
import type { Tx } from '#server/database/database.ts';

type Waiting = { readonly email: string; readonly passwordHash: string; readonly browser: string };

/** Adds a sign-up that waits since a day, without the site; its mail was sent long ago. */
export async function addWaitingSignUp(
  tx: Tx,
  { email, passwordHash, browser }: Waiting,
  now: Date,
): Promise<void> {
  const yesterday = new Date(now.getTime() - 24 * 60 * 60_000);
  await tx
    .insertInto('sign_ups')
    .values({
      id: randomUUID(),
      email,
      password_hash: passwordHash,
      ...freshRecord(email, yesterday),
      ...browserColumns(browser, now),
      attempts: 1,
      sent_at: yesterday.toISOString(),
      taken: 0,
      expires_at: secondsAfter(yesterday, SIGN_UP_SECONDS),
    })
    .execute();
}
