import type { RemoveSome } from '#server/feature.ts';
import { removeOldest } from '#server/jobs/remove-rows.ts';

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

export const changeRetention: Readonly<Record<string, RemoveSome>> = {
  'account-changes': removeAccountChanges,
};
