import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { addressKey, needsSmtpUtf8 } from '#contract/address.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';

/** A submission and the address that was typed in it, which may be none. */
type Sent = { readonly id: string; readonly email: string };

/** Notes from which address submissions were sent, by its key. One without an address gets an empty one, so that none is looked at twice. */
export async function storeSenderAddresses(tx: Tx, submissions: readonly Sent[]): Promise<void> {
  if (submissions.length === 0) return;
  await tx
    .insertInto('submission_senders')
    .values(submissions.map(({ id, email }) => ({ submission_id: id, address: addressKey(email) ?? '' })))
    .onConflict((conflict) => conflict.column('submission_id').doNothing())
    .execute();
}

/**
 * The ids of the submissions from an address, whoever typed it. Those of older versions count by what they hold until
 * `fillSenderAddresses` has noted them.
 */
export function idsSentFrom(key: string) {
  const noted = sql<string>`select submission_id from submission_senders where address = ${key}`;
  // Older versions took ASCII only, in which every database has the same small letters.
  if (needsSmtpUtf8(key)) return sql<string>`(${noted})`;
  return sql<string>`(${noted} union all select id from submissions as sent where lower(sent.email) = ${key}
    and not exists (select 1 from submission_senders where submission_id = sent.id))`;
}

/** Read at once, and written in one transaction. */
const AT_ONCE = 500;

/**
 * Notes the addresses of submissions that versions before this table stored, also while such a version still runs. Repeatable, and
 * safe in several processes. Returns for how many.
 */
export async function fillSenderAddresses(db: Db, isStopping = () => false): Promise<number> {
  let filled = 0;
  let after = '';
  // All are noted but for an hour or so in the life of a site: then two numbers tell it.
  while ((after !== '' || (await lacksSome(db))) && !isStopping()) {
    const rows = await db
      .selectFrom('submissions')
      .leftJoin('submission_senders', 'submission_id', 'submissions.id')
      .select(['submissions.id', 'email', 'submission_id'])
      .where('submissions.id', '>', after)
      .orderBy('submissions.id')
      .limit(AT_ONCE)
      .execute();
    const missing = rows.filter(({ submission_id }) => submission_id === null);
    await retryTransaction(db, (tx) => storeThoseLeft(tx, missing));
    filled += missing.length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) break;
    after = last.id;
    await nextTurn();
  }
  return filled;
}

/** Without those that were deleted meanwhile. */
async function storeThoseLeft(tx: Tx, missing: readonly Sent[]): Promise<void> {
  if (missing.length === 0) return;
  const ids = missing.map(({ id }) => id);
  const left = await tx.selectFrom('submissions').select(['id', 'email']).where('id', 'in', ids).execute();
  await storeSenderAddresses(tx, left);
}

async function lacksSome(db: Db): Promise<boolean> {
  const { rows } = await sql<{ submissions: number | string; senders: number | string }>`
    select (select count(*) from submissions) as submissions, (select count(*) from submission_senders) as senders`.execute(
    db,
  );
  return Number(rows[0]?.submissions) > Number(rows[0]?.senders);
}
