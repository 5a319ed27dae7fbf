import type { Generated } from 'kysely';
import { UNDO_CHANGES_COLUMNS } from '#content/features/undo-changes-data.ts';
import type { ChangeKind } from '#features/undo-changes/bodies.ts';
import { deleteRows } from '#server/database/rows.ts';
import { ofAccount, type TableRules } from '#server/database/tables.ts';
import type { RemoveSome } from '#server/feature.ts';
import { removeOldest } from '#server/jobs/remove-rows.ts';

export const changeTables = {
  account_changes: { ...UNDO_CHANGES_COLUMNS.account_changes, ...ofAccount, order: ['created_at', 'id'] },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    /** Changes that the owner can contest (docs/decisions/0069-account-changes-are-mailed-and-can-be-undone.md). */
    account_changes: {
      id: string;
      user_id: string;
      kind: ChangeKind;
      /** What happened, in a word that depends on the kind: a `recovery` is `planned`, and a day later `done` or `stopped`. */
      detail: string;
      /** The former credentials as JSON (`CredentialsBefore`). */
      before: string;
      token_hash: string;
      created_at: IsoTime;
      /** When the owner contested the change. The account is frozen while any change is contested. */
      contested_at: IsoTime | null;
      /** When a signed-in person confirmed the change. After that, the link in the mail does not freeze the account. */
      kept_at: IsoTime | null;
      former_email: Generated<string | null>;
    };
  }
}

/** Deletes old changes. Changes that the owner contested stay until they are decided. */
const removeAccountChanges = removeOldest(
  (tx, before) =>
    tx
      .selectFrom('account_changes')
      .select('id')
      .where('created_at', '<=', before)
      .where('contested_at', 'is', null)
      .orderBy('created_at'),
  (tx, ids) => deleteRows(tx, 'account_changes', { id: ids }),
);

export const changeRetention: Readonly<Record<string, RemoveSome>> = {
  'account-changes': removeAccountChanges,
};
