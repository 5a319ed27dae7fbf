import { sql } from 'kysely';
import type { Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { secondsAfter } from '#server/time.ts';
import { hashToken } from './hashes.ts';

/** Tables that remember browsers; a feature adds its own by declaration merging. */
export interface BrowserTables {
  readonly devices: true;
}

type Kept = {
  readonly table: 'sessions' | keyof BrowserTables;
  /** What those that stay longest have most of, such as the latest time; the first one counts first. */
  readonly by: readonly ('two_steps' | 'last_used_at' | 'expires_at')[];
  readonly most: number;
};

/** Deletes a person's oldest row where the table is at its limit for one person. To be called before each insert, so one row is enough. */
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

/** Browsers of an account that a table remembers. */
const MOST = 100;

/**
 * Remembers a browser for an account. It gets a new token, also for the other accounts that know it, so that a token that
 * somebody slipped in is of no use. To be called in the transaction that proves whose browser it is.
 *
 * @param seconds how long, from each time on
 * @returns by the token that the browser had until now: the new one, which is stored nowhere, and whether the account did
 *    not know it until now
 */
export function rememberBrowserIn(table: keyof BrowserTables, seconds: number) {
  return async (
    { clock, newId, newToken }: Pick<Deps, 'clock' | 'newId' | 'newToken'>,
    tx: Tx,
    { userId, token: before }: { userId: string; token: string | undefined },
  ): Promise<{ readonly token: string; readonly isNew: boolean }> => {
    const [now, token] = [clock(), newToken()];
    const token_hash = hashToken(token);
    const known =
      before === undefined
        ? []
        : await tx
            .updateTable(table)
            .set({ token_hash })
            .where('token_hash', '=', hashToken(before))
            .returning('user_id')
            .execute();
    await makeRoom(tx, userId, { table, by: ['expires_at'], most: MOST });
    const expires_at = secondsAfter(now, seconds);
    await tx
      .insertInto(table)
      .values({ id: newId(), user_id: userId, token_hash, created_at: now.toISOString(), expires_at })
      .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ expires_at }))
      .execute();
    return { token, isNew: known.every(({ user_id }) => user_id !== userId) };
  };
}
