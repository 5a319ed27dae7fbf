import { type SelectQueryBuilder, sql } from 'kysely';
import { RETENTION, type RetentionName } from '#content/retention.ts';
import { removeEntries } from '#features/launch-list/server/entries.ts';
import type { AuditDeps } from '#server/audit/record-action.ts';
import { isPostgres } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { isNotReceived } from '#server/database/not-received.ts';
import { retryOnConflict } from '#server/database/retry-on-conflict.ts';
import type { Schema } from '#server/database/schema.ts';
import { deleteNotifications } from '#server/mail/outbox.ts';

export type RetentionDeps = AuditDeps & { readonly db: Db };

/** Removes up to `limit` rows from before a moment and returns their number. Safe in several processes at once. */
type RemoveSome = (deps: RetentionDeps, before: Date, limit: number) => Promise<number>;

/** What is kept for so many days after it became what it is (`content/retention.ts`). */
export type RetentionRule = {
  /** As it stands in the log and in the audit line. */
  readonly name: string;
  readonly days: number;
  readonly removeSome: RemoveSome;
};

type Remove = (deps: { readonly db: Db }, before: Date, limit: number) => Promise<number>;

/**
 * Changes the oldest rows in one transaction. Rows that another transaction holds are skipped: processes share the work,
 * and an account that is being confirmed or a message that is being released is left alone.
 */
function removeOldest<T extends keyof Schema>(
  oldest: (tx: Tx, before: string) => SelectQueryBuilder<Schema, T, { id: string }>,
  remove: (tx: Tx, ids: readonly string[]) => Promise<unknown>,
): Remove {
  return ({ db }, before, limit) =>
    retryOnConflict(() =>
      db.transaction().execute(async (tx) => {
        const query = oldest(tx, before.toISOString()).limit(limit);
        const rows = await (isPostgres(tx) ? query.forUpdate().skipLocked() : query).execute();
        const ids = rows.map(({ id }) => id);
        if (ids.length > 0) await remove(tx, ids);
        return ids.length;
      }),
    );
}

/** Tables whose rows end at a time of their own, with the column that names a row. */
type Expiring = {
  sessions: 'id';
  devices: 'id';
  trusted_browsers: 'id';
  reset_links: 'token_hash';
  rights_links: 'token_hash';
  staff_invitations: 'token_hash';
  sign_in_steps: 'token_hash';
  address_changes: 'user_id';
  webauthn_challenges: 'challenge';
};

function removeExpired<T extends keyof Expiring>(table: T, key: Expiring[T]): Remove {
  const [name, column] = [table as 'sessions', key as 'id'];
  return removeOldest(
    (tx, before) =>
      tx.selectFrom(name).select(`${column} as id`).where('expires_at', '<=', before).orderBy('expires_at'),
    (tx, ids) => tx.deleteFrom(name).where(column, 'in', ids).execute(),
  );
}

/** A contested one waits until it is decided. */
const removeAccountChanges = removeOldest(
  (tx, before) =>
    tx
      .selectFrom('account_changes')
      .select('id')
      .where('created_at', '<=', before)
      .where('contested_at', 'is', null)
      .orderBy('created_at'),
  (tx, ids) => tx.deleteFrom('account_changes').where('id', 'in', ids).execute(),
);

const removeAuditLines = removeOldest(
  (tx, before) => tx.selectFrom('audit').select('id').where('at', '<=', before).orderBy('at'),
  (tx, ids) => tx.deleteFrom('audit').where('id', 'in', ids).execute(),
);

/** With their mails; those of a confirmed sign-up are the account's. */
const removeSignUps = removeOldest(
  (tx, before) =>
    tx.selectFrom('sign_ups').select('id').where('expires_at', '<=', before).orderBy('expires_at'),
  async (tx, ids) => {
    const removed = await tx
      .deleteFrom('sign_ups')
      .where('id', 'in', ids)
      .returning(['id', 'confirmed_at'])
      .execute();
    const owners = removed.flatMap(({ id, confirmed_at }) => (confirmed_at === null ? [id] : []));
    if (owners.length > 0) await tx.deleteFrom('outbox').where('user_id', 'in', owners).execute();
  },
);

/** Of the launch list: those that were asked and never confirmed, or those that were told. */
function removeListEntries(since: 'asked_at' | 'told_at'): Remove {
  return removeOldest((tx, before) => {
    const old = tx.selectFrom('launch_list').select('id').where(since, '<=', before).orderBy(since);
    return since === 'asked_at' ? old.where('confirmed_at', 'is', null) : old;
  }, removeEntries);
}

const forgetNetworks = removeOldest(
  (tx, before) =>
    tx
      .selectFrom('outbox')
      .select('id')
      .where(sql<boolean>`network <> ''`)
      .where('state', '<>', 'requested')
      .where('created_at', '<=', before)
      .orderBy('created_at'),
  (tx, ids) => tx.updateTable('outbox').set({ network: '' }).where('id', 'in', ids).execute(),
);

/** There are never many, so the limit does not count. */
const removeKeys: Remove = async ({ db }, before) => {
  const { numDeletedRows } = await db
    .deleteFrom('jwks')
    .where('expires_at', '<=', before.toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Submissions of no account, with their files and mails. `settlePayments` removes those that wait for a payment. */
function removeSubmissions(state: 'received' | 'quarantined'): Remove {
  return removeOldest(
    (tx, before) => {
      const old = tx
        .selectFrom('submissions')
        .select('id')
        .where('state', '=', state)
        .where('created_at', '<=', before)
        .orderBy('created_at');
      // Quarantined ones belong to no account's messages.
      return state === 'received' ? old.where('user_id', 'is', null) : old.where(isNotReceived);
    },
    async (tx, ids) => {
      await tx.deleteFrom('submissions').where('id', 'in', ids).execute();
      await deleteNotifications(tx, ids);
    },
  );
}

function removeMails(state: 'sent' | 'dead'): Remove {
  return removeOldest(
    (tx, before) => {
      // By the time of the last try, which has an index. No mail was sent before its try was due.
      const tried = tx
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', state)
        .where('next_attempt_at', '<=', before)
        .orderBy('next_attempt_at');
      return state === 'sent' ? tried.where('sent_at', '<=', before) : tried;
    },
    (tx, ids) => tx.deleteFrom('outbox').where('id', 'in', ids).execute(),
  );
}

const REMOVERS: Readonly<Record<RetentionName, RemoveSome>> = {
  'sign-ups': removeSignUps,
  sessions: removeExpired('sessions', 'id'),
  devices: removeExpired('devices', 'id'),
  'reset-links': removeExpired('reset_links', 'token_hash'),
  'address-changes': removeExpired('address_changes', 'user_id'),
  'rights-links': removeExpired('rights_links', 'token_hash'),
  'staff-invitations': removeExpired('staff_invitations', 'token_hash'),
  'passkey-challenges': removeExpired('webauthn_challenges', 'challenge'),
  'trusted-browsers': removeExpired('trusted_browsers', 'id'),
  'sign-in-steps': removeExpired('sign_in_steps', 'token_hash'),
  'account-changes': removeAccountChanges,
  'signing-keys': removeKeys,
  'launch-list-waiting': removeListEntries('asked_at'),
  'launch-list-told': removeListEntries('told_at'),
  'quarantined-submissions': removeSubmissions('quarantined'),
  'received-submissions': removeSubmissions('received'),
  'sent-mails': removeMails('sent'),
  'undelivered-mails': removeMails('dead'),
  'networks-of-mails': forgetNetworks,
  'audit-lines': removeAuditLines,
};

const NAMES = Object.keys(REMOVERS) as readonly RetentionName[];
export const RETENTION_RULES: readonly RetentionRule[] = NAMES.map((name) => ({
  name,
  days: RETENTION[name].days,
  removeSome: REMOVERS[name],
}));
