import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { addressKey, needsSmtpUtf8 } from '#contract/address.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';
import { findRows } from '#server/database/rows.ts';

type Sent = { readonly id: string; readonly email: string };

/**
 * Stores the normal form of each sender address. A submission without an address gets an empty text, so that it is not read again.
 */
export async function storeSenderAddresses(tx: Tx, submissions: readonly Sent[]): Promise<void> {
  if (submissions.length === 0) return;
  await tx
    .insertInto('submission_senders')
    .values(submissions.map(({ id, email }) => ({ submission_id: id, address: addressKey(email) ?? '' })))
    .onConflict((conflict) => conflict.column('submission_id').doNothing())
    .execute();
}

/**
 * The ids of submissions with this address, which another person may have typed. Includes submissions that `fillSenderAddresses`
 * has not reached yet.
 */
export function idsSentFrom(key: string) {
  const noted = sql<string>`select submission_id from submission_senders where address = ${key}`;
  // Older versions accepted only ASCII addresses, so none of their submissions has an address that needs SMTPUTF8. The query below
  // lower-cases only ASCII, which all databases do alike.
  if (needsSmtpUtf8(key)) return sql<string>`(${noted})`;
  return sql<string>`(${noted} union all select id from submissions as sent where lower(sent.email) = ${key}
    and not exists (select 1 from submission_senders where submission_id = sent.id))`;
}

const BATCH_SIZE = 500;

/**
 * Stores the sender addresses of submissions that processes of older versions have stored; such processes may still run. Can be
 * repeated, and run in several processes. Returns the number of stored addresses.
 */
export async function fillSenderAddresses(db: Db, isStopping = () => false): Promise<number> {
  let filled = 0;
  let after = '';
  // `lacksSome` compares two row counts, which usually shows that all addresses are stored already.
  while ((after !== '' || (await lacksSome(db))) && !isStopping()) {
    const rows = await db
      .selectFrom('submissions')
      .leftJoin('submission_senders', 'submission_id', 'submissions.id')
      .select(['submissions.id', 'email', 'submission_id'])
      .where('submissions.id', '>', after)
      .orderBy('submissions.id')
      .limit(BATCH_SIZE)
      .execute();
    const missing = rows.filter(({ submission_id }) => submission_id === null);
    await retryTransaction(db, (tx) => storeThoseLeft(tx, missing));
    filled += missing.length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH_SIZE) break;
    after = last.id;
    await nextTurn();
  }
  return filled;
}

/** Stores the addresses of the given submissions, except of submissions that were deleted in the meantime. */
async function storeThoseLeft(tx: Tx, missing: readonly Sent[]): Promise<void> {
  const ids = missing.map(({ id }) => id);
  await storeSenderAddresses(tx, await findRows(tx, 'submissions', ['id', 'email'], { id: ids }));
}

async function lacksSome(db: Db): Promise<boolean> {
  const { rows } = await sql<{ submissions: number; senders: number }>`
    select (select count(*) from submissions) as submissions, (select count(*) from submission_senders) as senders`.execute(
    db,
  );
  return rows.some(({ submissions, senders }) => submissions > senders);
}
