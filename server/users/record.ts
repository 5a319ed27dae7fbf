import { MESSAGES_KEPT } from '#contract/limits.ts';
import type { UserRecord } from '#contract/users.ts';
import type { Db, Tx } from '#server/database/database.ts';

/** The user record of spec §3, with the newest messages first; `undefined` when the account is gone. */
export async function findRecord(db: Db | Tx, id: string): Promise<UserRecord | undefined> {
  const row = await db
    .selectFrom('users as u')
    // A shadow shows the address that was typed, as a new account would. Every account is looked up twice, so that
    // a shadow takes no longer.
    .innerJoin('users as typed', (join) =>
      join.on((eb) => eb('typed.id', '=', eb.fn.coalesce('u.shadows', 'u.id'))),
    )
    .select([
      'u.id',
      'typed.email',
      'u.name',
      'u.gender',
      'u.dob',
      'u.about',
      'u.created_at',
      'u.updated_at',
      'u.last_login',
      'u.login_count',
      'u.email_verified',
      'u.verification_sent_at',
      'u.verification_attempts',
    ])
    .where('u.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const messages = await db
    .selectFrom('submissions')
    .select(['id', 'form', 'message', 'created_at'])
    .where('user_id', '=', id)
    .where('state', '=', 'received')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MESSAGES_KEPT)
    .execute();
  return { ...row, email_verified: row.email_verified === 1, messages };
}
