import { sql } from 'kysely';
import { END_WITH_ACCESS } from '#content/features.ts';
import type { Tx } from '#server/database/database.ts';
import { tablesOf } from '#server/database/tables.ts';
import type { Deps } from '#server/feature.ts';

/** What goes on after access has ended: the session of the caller. */
type Except = { readonly session?: string | undefined };

/**
 * Ends all access to an account: the rows of which their feature says so (`endsWithAccess`), such as sessions, remembered browsers,
 * sign-ins that wait for a code, and the links that open or change the account. Never the links by which a change is contested or
 * undone, nor mails that tell of one. Call it with the account's row locked.
 */
export async function endAccess(
  { features }: Pick<Deps, 'features'>,
  tx: Tx,
  userId: string,
  { session = '' }: Except = {},
): Promise<void> {
  for (const [name, { endsWithAccess }] of Object.entries(tablesOf(features)))
    if (endsWithAccess !== undefined)
      await sql`delete from ${sql.table(name)} where ${endsWithAccess(userId, session)}`.execute(tx);
  await tx
    .deleteFrom('outbox')
    .where('user_id', '=', userId)
    .where('kind', 'in', END_WITH_ACCESS)
    .where('state', '=', 'requested')
    .execute();
}
