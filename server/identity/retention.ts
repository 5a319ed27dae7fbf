import type { Db } from '#server/database/database.ts';
import { KEY_GRACE_SECONDS } from './signing-keys.ts';

const DAY = 24 * 60 * 60 * 1_000;
/** Decisions §3.4. */
const UNVERIFIED_DAYS = 7;
/** So that a large clean-up never holds the database for long. */
const BATCH = 500;

/**
 * Removes what has outlived its purpose: accounts never verified (with their mails), expired sessions, links and
 * short-lived values, signing keys that are no longer published. Repeatable at any time and from several processes; answers how many rows went.
 */
export async function removeOutlived(db: Db, now: Date): Promise<number> {
  const nowText = now.toISOString();
  let removed = 0;
  removed += await inBatches(() =>
    removeUnverified(db, new Date(now.getTime() - UNVERIFIED_DAYS * DAY).toISOString()),
  );
  for (const table of ['sessions', 'mail_links', 'verifications'] as const) {
    removed += await inBatches(async () => {
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where('id', 'in', (eb) =>
          eb.selectFrom(table).select('id').where('expires_at', '<=', nowText).limit(BATCH),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    });
  }
  removed += await removeOldKeys(db, new Date(now.getTime() - KEY_GRACE_SECONDS * 1_000).toISOString());
  return removed;
}

async function removeOldKeys(db: Db, expiredBefore: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('jwks')
    .where('expires_at', '<=', expiredBefore)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function removeUnverified(db: Db, createdBefore: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const ids = (
      await tx
        .selectFrom('users')
        .select('id')
        .where('email_verified', '=', 0)
        .where('created_at', '<=', createdBefore)
        .limit(BATCH)
        .execute()
    ).map(({ id }) => id);
    if (ids.length === 0) return 0;
    // Looked at again while deleting: an account confirmed in between stays.
    const { numDeletedRows } = await tx
      .deleteFrom('users')
      .where('id', 'in', ids)
      .where('email_verified', '=', 0)
      .executeTakeFirst();
    await tx
      .deleteFrom('outbox')
      .where('user_id', 'in', ids)
      .where('user_id', 'not in', (eb) => eb.selectFrom('users').select('id').where('id', 'in', ids))
      .execute();
    return Number(numDeletedRows);
  });
}

async function inBatches(removeSome: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const removed = await removeSome();
    total += removed;
    if (removed < BATCH) return total;
  }
}
