import type { Tx } from '#server/database/database.ts';

/**
 * Serialises sign-ins and deletions of the account, until the transaction ends: a sign-in that checked the old
 * password finds the new one. False when the account is gone.
 */
export async function lockUser(tx: Tx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
