import { MESSAGES_KEPT } from '#contract/limits.ts';
import type { UserRecord } from '#contract/users.ts';
import type { Db, Tx } from '#server/database/database.ts';

/** The user record of spec §3, with the newest messages first; `undefined` when the account is gone. */
export async function findRecord(db: Db | Tx, id: string): Promise<UserRecord | undefined> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('users as owner', 'owner.id', 'u.shadows')
    .select((eb) => [
      'u.id',
      // A shadow shows the address that was typed, as a new account would.
      eb.fn.coalesce('owner.email', 'u.email').as('email'),
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
    .selectFrom('messages')
    .select(['id', 'form', 'message', 'created_at'])
    .where('user_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MESSAGES_KEPT)
    .execute();
  return { ...row, email_verified: row.email_verified === 1, messages };
}
