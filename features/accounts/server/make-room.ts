import type { Tx } from '#server/database/database.ts';

type Kept = {
  readonly table: 'sessions' | 'devices' | 'trusted_browsers';
  readonly time: 'last_used_at' | 'expires_at';
  readonly most: number;
};

/**
 * Makes room for one more row of a person, of whom a table keeps so many: deletes the one with the earliest time. At
 * most one has to go, since whoever adds one does this before.
 */
export async function makeRoom(tx: Tx, userId: string, { table, time, most }: Kept): Promise<void> {
  await tx
    .deleteFrom(table)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom(table)
        .select('id')
        .where('user_id', '=', userId)
        .orderBy(tx.dynamic.ref(time), 'desc')
        .limit(1)
        .offset(most - 1),
    )
    .execute();
}
