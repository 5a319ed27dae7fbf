import { type ExpressionBuilder, sql } from 'kysely';
import type { Mail } from '#content/mails.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';
import type { Schema } from '#server/database/schema.ts';
import type { AppDeps } from '#server/feature.ts';
import { secondsAfter } from '#server/time.ts';

/** Writes the due requested mails of all features, and wakes the mail worker. */
export async function writeRequestedMails(deps: AppDeps): Promise<void> {
  for (const { writeRequestedMails: write } of deps.features) if (await write?.(deps)) deps.wakeMail();
}

/** Requests in one call. */
const AT_ONCE = 50;

/**
 * Writes requested mails in a transaction, one process at a time, so that each sees what the others have written. Retries
 * after a conflict, such as an account that is deleted between its look-up and the insert of its link.
 */
export async function inTurns(db: Db, lock: string, write: (tx: Tx) => Promise<void>): Promise<void> {
  await retryTransaction(db, async (tx) => {
    await advisoryLock(tx, lock);
    await write(tx);
  });
}

/** The addresses of the oldest requests. */
export async function findDue(db: Db, mail: Mail, now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('outbox')
    .select('recipient')
    // As a literal, because the index is partial.
    .where(sql<boolean>`state = 'requested'`)
    .where('kind', '=', mail.name)
    .where('next_attempt_at', '<=', now.toISOString())
    .orderBy('next_attempt_at')
    .limit(AT_ONCE)
    .execute();
  return new Set(rows.map(({ recipient }) => recipient));
}

/** Mails of these kinds that were written to the address within the last seconds, newest first. */
export function findWritten(db: Db | Tx, email: string, mails: readonly Mail[], now: Date, seconds: number) {
  return db
    .selectFrom('outbox')
    .select(['network', 'user_id', 'created_at'])
    .where('recipient', '=', email)
    .where('state', 'in', ['waiting', 'sent', 'dead'])
    .where('kind', 'in', namesOf(mails))
    .where('created_at', '>', secondsAfter(now, -seconds))
    .orderBy('created_at', 'desc')
    .execute();
}

/** Matches the requests for mails of these kinds to an address. */
export function isRequested(email: string, mails: readonly Mail[]) {
  return (eb: ExpressionBuilder<Schema, 'outbox'>) =>
    eb.and([eb('recipient', '=', email), eb('state', '=', 'requested'), eb('kind', 'in', namesOf(mails))]);
}

const namesOf = (mails: readonly Mail[]) => mails.map(({ name }) => name);
