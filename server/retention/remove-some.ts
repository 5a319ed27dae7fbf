import { PostgresAdapter, type SelectQueryBuilder, sql } from 'kysely';
import { retryLostRaces } from '#server/accounts/lost-race.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { notificationId } from '#server/forms/notification.ts';
import { isWaiting } from '#server/forms/waiting.ts';

type Remove = (deps: { readonly db: Db }, before: Date, limit: number) => Promise<number>;

/** Rows that ended before a moment. */
export function removeExpired(table: 'sessions'): Remove {
  return ({ db }, before, limit) =>
    inOne(db, async (tx) => {
      const ids = await held(
        tx,
        tx
          .selectFrom(table)
          .select('id')
          .where('expires_at', '<=', before.toISOString())
          .orderBy('expires_at')
          .limit(limit),
      );
      if (ids.length > 0) await tx.deleteFrom(table).where('id', 'in', ids).execute();
      return ids.length;
    });
}

/** Links for a new password that ended before a moment. */
export const removeResetLinks: Remove = ({ db }, before, limit) =>
  inOne(db, async (tx) => {
    const hashes = await held(
      tx,
      tx
        .selectFrom('reset_links')
        .select('token_hash as id')
        .where('expires_at', '<=', before.toISOString())
        .orderBy('expires_at')
        .limit(limit),
    );
    if (hashes.length > 0) await tx.deleteFrom('reset_links').where('token_hash', 'in', hashes).execute();
    return hashes.length;
  });

/** Sign-ups that ended before a moment, with their mails. Those of a confirmed one are the account's. */
export const removeSignUps: Remove = ({ db }, before, limit) =>
  inOne(db, async (tx) => {
    const ids = await held(
      tx,
      tx
        .selectFrom('sign_ups')
        .select('id')
        .where('expires_at', '<=', before.toISOString())
        .orderBy('expires_at')
        .limit(limit),
    );
    if (ids.length === 0) return 0;
    const removed = await tx
      .deleteFrom('sign_ups')
      .where('id', 'in', ids)
      .returning(['id', 'confirmed_at'])
      .execute();
    const owners = removed.flatMap(({ id, confirmed_at }) => (confirmed_at === null ? [id] : []));
    if (owners.length > 0) await tx.deleteFrom('outbox').where('user_id', 'in', owners).execute();
    return ids.length;
  });

/** Forgets which network a mail was asked from, for mails that were written before a moment. */
export const forgetNetworks: Remove = ({ db }, before, limit) =>
  inOne(db, async (tx) => {
    const ids = await held(
      tx,
      tx
        .selectFrom('outbox')
        .select('id')
        .where(sql<boolean>`network <> ''`)
        .where('state', '<>', 'requested')
        .where('created_at', '<=', before.toISOString())
        .orderBy('created_at')
        .limit(limit),
    );
    if (ids.length > 0) await tx.updateTable('outbox').set({ network: '' }).where('id', 'in', ids).execute();
    return ids.length;
  });

/** Signing keys whose public half was last published before a moment. There are never many. */
export const removeKeys: Remove = async ({ db }, before) => {
  const { numDeletedRows } = await db
    .deleteFrom('jwks')
    .where('expires_at', '<=', before.toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Submissions of no account, with their files and the mails that tell of them. Those that wait for a payment are settled elsewhere (`settlePayments`). */
export function removeSubmissions(state: 'received' | 'quarantined'): Remove {
  return ({ db }, before, limit) =>
    inOne(db, async (tx) => {
      const old = tx
        .selectFrom('submissions')
        .select('id')
        .where('state', '=', state)
        .where('created_at', '<=', before.toISOString())
        .orderBy('created_at')
        .limit(limit);
      // What the trap caught is in nobody's list of messages.
      const ids = await held(
        tx,
        state === 'received' ? old.where('user_id', 'is', null) : old.where(isWaiting),
      );
      if (ids.length === 0) return 0;
      await tx.deleteFrom('submissions').where('id', 'in', ids).execute();
      await tx.deleteFrom('outbox').where('id', 'in', ids.map(notificationId)).execute();
      return ids.length;
    });
}

/** Mails that were sent or given up before a moment. */
export function removeMails(state: 'sent' | 'dead'): Remove {
  return ({ db }, before, limit) =>
    inOne(db, async (tx) => {
      const time = before.toISOString();
      // By the time of the last try, which has an index.
      const tried = tx
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', state)
        .where('next_attempt_at', '<=', time)
        .orderBy('next_attempt_at')
        .limit(limit);
      // No mail was sent before its try was due.
      const ids = await held(tx, state === 'sent' ? tried.where('sent_at', '<=', time) : tried);
      if (ids.length > 0) await tx.deleteFrom('outbox').where('id', 'in', ids).execute();
      return ids.length;
    });
}

function inOne(db: Db, work: (tx: Tx) => Promise<number>): Promise<number> {
  return retryLostRaces(() => db.transaction().execute(work));
}

/**
 * The ids of rows that nobody else is at, held until the transaction ends: two processes share the work, and a row that
 * changes at this moment (an account that is confirmed, a message that is released) is left alone.
 */
async function held<T extends keyof Schema>(
  tx: Tx,
  query: SelectQueryBuilder<Schema, T, { id: string }>,
): Promise<string[]> {
  const isShared = tx.getExecutor().adapter instanceof PostgresAdapter;
  const rows = await (isShared ? query.forUpdate().skipLocked() : query).execute();
  return rows.map(({ id }) => id);
}
