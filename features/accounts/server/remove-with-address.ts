import { sql } from 'kysely';
import type { AuditAction } from '#server/audit/action.ts';
import type { Tx } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Feature } from '#server/feature.ts';

type Removal = {
  /** Recorded for each row, so that a restore deletes it again. */
  readonly action: AuditAction;
  /** How many of what, for the page that tells what was erased: `Messages: {count}` */
  readonly erased: string;
  /** What an operator reads beside the number that a restore deleted again. */
  readonly deletedAgain: string;
  /** Where more than the rows has to go. */
  readonly remove?: (tx: Tx, ids: readonly string[]) => Promise<unknown>;
};

/**
 * Deletes the rows of a table by the address that they belong to. The table has the columns `id` and `email` (the key of an address).
 * Rows go with the account of that address, and on request of the person who reads its mailbox. A restore deletes them again.
 */
export function removeWithAddress(
  table: keyof Schema,
  { action, erased, deletedAgain, remove = (tx, ids) => removeRows(tx, table, ids) }: Removal,
): Required<Pick<Feature, 'deletePerson' | 'eraseAddress' | 'deleteAgain'>> {
  const idsIn = async (tx: Tx, email?: string) => {
    const those = email === undefined ? sql`` : sql`where email = ${email}`;
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} ${those}`.execute(tx);
    return rows.map(({ id }) => id);
  };
  const removeAddress = async (tx: Tx, email: string) => {
    const ids = await idsIn(tx, email);
    await remove(tx, ids);
    return ids.map((id) => ({ action, id }));
  };
  return {
    deletePerson: (_deps, tx, { email }) => removeAddress(tx, email),
    eraseAddress: { counted: erased, act: removeAddress },
    deleteAgain: async (_deps, tx, isDeleted) => {
      const ids = (await idsIn(tx)).filter(isDeleted);
      await remove(tx, ids);
      return { [deletedAgain]: ids.length };
    },
  };
}

async function removeRows(tx: Tx, table: keyof Schema, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`delete from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(tx);
}
