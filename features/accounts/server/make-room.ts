import { sql } from 'kysely';
import type { Tx } from '#server/database/database.ts';

type Kept = {
  readonly table: 'sessions' | 'devices' | 'trusted_browsers';
  /** What those that stay longest have most of, such as the latest time; the first one counts first. */
  readonly by: readonly ('two_steps' | 'last_used_at' | 'expires_at')[];
  readonly most: number;
};

/** Makes room for one more row of a person, of whom a table keeps so many. At most one has to go, since whoever adds one does this before. */
export async function makeRoom(tx: Tx, userId: string, { table, by, most }: Kept): Promise<void> {
  await tx
    .deleteFrom(table)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom(table)
        .select('id')
        .where('user_id', '=', userId)
        .orderBy(sql.join(by.map((column) => sql`${sql.ref(column)} desc`)))
        .limit(1)
        .offset(most - 1),
    )
    .execute();
}
