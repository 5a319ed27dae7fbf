import { type ExpressionBuilder, sql } from 'kysely';
import type { Mail } from '#content/mails.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Deps } from '#server/feature.ts';
import { timeAfter } from '#server/time.ts';

const AT_ONCE = 50;

/**
 * Writes the requested mails that are due, and returns whether there were any. Call it at a fixed interval, never in response to
 * a request: the time of a response would reveal whether an address has an account.
 */
export async function writeRequestedMails(deps: Deps): Promise<boolean> {
  const now = deps.clock();
  let wroteAny = false;
  for (const { mail, write } of deps.features.flatMap(({ requestedMails }) => requestedMails?.(deps) ?? [])) {
    const emails = await findDueRecipients(deps.db, mail, now);
    if (emails.size === 0) continue;
    wroteAny = true;
    // A conflict occurs, for example, if an account is deleted between its look-up and the insert of its link.
    await retryTransaction(deps.db, async (tx) => {
      // Only one process writes at a time, so that each process counts the mails that the others have written.
      await advisoryLock(tx, 'requested mails');
      for (const email of emails) await write(deps, tx, email, now);
    });
  }
  return wroteAny;
}

async function findDueRecipients(db: Db, mail: Mail, now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('outbox')
    .select('recipient')
    // This value is a literal, because the database uses the partial index only for a literal, not for a parameter.
    .where(sql<boolean>`state = 'requested'`)
    .where('kind', '=', mail.name)
    .where('next_attempt_at', '<=', now.toISOString())
    .orderBy('next_attempt_at')
    .limit(AT_ONCE)
    .execute();
  return new Set(rows.map(({ recipient }) => recipient));
}

/** Mails of these kinds that were written to an address within the last `ms` milliseconds, newest first. */
export function findRecentMails(db: Db | Tx, email: string, mails: readonly Mail[], now: Date, ms: number) {
  return db
    .selectFrom('outbox')
    .select(['network', 'user_id', 'created_at'])
    .where('recipient', '=', email)
    .where('state', 'in', ['waiting', 'sent', 'dead'])
    .where('kind', 'in', namesOf(mails))
    .where('created_at', '>', timeAfter(now, -ms))
    .orderBy('created_at', 'desc')
    .execute();
}

export function isRequested(email: string, mails: readonly Mail[]) {
  return (eb: ExpressionBuilder<Schema, 'outbox'>) =>
    eb.and([eb('recipient', '=', email), eb('state', '=', 'requested'), eb('kind', 'in', namesOf(mails))]);
}

const namesOf = (mails: readonly Mail[]) => mails.map(({ name }) => name);
