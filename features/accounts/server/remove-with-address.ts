import { sql } from 'kysely';
import type { AuditAction } from '#server/audit/action.ts';
import type { Tx } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Feature } from '#server/feature.ts';

type Removal = {
  /**
   * The audit log records each deleted row with this action, so that the deletion can be repeated after a backup is restored.
   */
  readonly action: AuditAction;
  /** A text such as `Messages: {count}`, for the page that lists what was erased. */
  readonly erased: string;
  /** This text is shown to an operator beside the number of rows that were deleted again after a restore. */
  readonly deletedAgain: string;
  /** Deletes the rows with these ids, for tables whose rows need more steps than a plain delete. */
  readonly remove?: (tx: Tx, ids: readonly string[]) => Promise<unknown>;
};

/**
 * Makes the functions with which a feature deletes rows of a table: with the account, when the owner of the address requests
 * it, and again after a backup is restored. The column `email` of the table must contain normalised addresses.
 */
export function removeWithAddress(
  table: keyof Schema,
  { action, erased, deletedAgain, remove }: Removal,
): Required<Pick<Feature, 'deletePerson' | 'eraseAddress' | 'deleteAgain'>> {
  const idsIn = async (tx: Tx, email?: string) => {
    const those = email === undefined ? sql`` : sql`where email = ${email}`;
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} ${those}`.execute(tx);
    return rows.map(({ id }) => id);
  };
  const removeRows = async (tx: Tx, ids: readonly string[]) => {
    if (remove !== undefined) await remove(tx, ids);
    else if (ids.length > 0)
      await sql`delete from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(tx);
  };
  const removeAddress = async (tx: Tx, email: string) => {
    const ids = await idsIn(tx, email);
    await removeRows(tx, ids);
    return ids.map((id) => ({ action, id }));
  };
  return {
    deletePerson: (_deps, tx, { email }) => removeAddress(tx, email),
    eraseAddress: { counted: erased, act: removeAddress },
    deleteAgain: async (_deps, tx, isDeleted) => {
      const ids = (await idsIn(tx)).filter(isDeleted);
      await removeRows(tx, ids);
      return { [deletedAgain]: ids.length };
    },
  };
}
