import type { Generated } from 'kysely';
import { UNDO_CHANGES_COLUMNS } from '#content/features/undo-changes-data.ts';
import type { ChangeKind } from '#features/undo-changes/bodies.ts';
import type { IsoTime } from '#server/database/schema.ts';
import { ofAccount, type TableRules } from '#server/database/tables.ts';
import type { RemoveSome } from '#server/feature.ts';
import { removeOldest } from '#server/jobs/remove-rows.ts';

/** What was changed about the credentials of an account, for an owner who says that it was not them (docs/decisions/0069-told-and-stopped.md). */
type AccountChangesTable = {
  id: string;
  user_id: string;
  kind: ChangeKind;
  /** What of that kind, in a word of ours. A `recovery` is `planned`, and becomes `done` or `stopped` a day later. */
  detail: string;
  /** JSON: the credentials as they were before (`CredentialsBefore`). */
  before: string;
  /** SHA-256 of the token in the mailed link, hex. */
  token_hash: string;
  created_at: IsoTime;
  /** Since when its owner says that it was not them; the account is frozen while any change has it. */
  contested_at: IsoTime | null;
  /** When somebody signed in said that it was them after all: its link freezes nothing from then on. */
  kept_at: IsoTime | null;
  /** Of a change of address: the address before it. */
  former_email: Generated<string | null>;
};

export const changeTables = {
  account_changes: {
    ...UNDO_CHANGES_COLUMNS.account_changes,
    ...ofAccount,
    order: ['created_at', 'id'],
  },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    account_changes: AccountChangesTable;
  }
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

export const changeRetention: Readonly<Record<string, RemoveSome>> = {
  'account-changes': removeAccountChanges,
};
