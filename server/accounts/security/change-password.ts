import { byOwner, recordAction } from '#server/audit/record-action.ts';
import { ConflictError, retryOnConflict } from '#server/database/retry-on-conflict.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import { storePassword } from '../address-password.ts';
import { noteChange } from '../changes/note-change.ts';
import { lockUser } from '../lock-user.ts';
import { setPassword } from '../passwords.ts';
import type { Session } from '../sessions.ts';

/**
 * Sets the account's password, the first one or another, and ends every other session and every mailed link. The caller
 * has seen a fresh proof. False when the account is gone.
 */
export function changePassword(deps: AccountsDeps, session: Session, password: string): Promise<boolean> {
  return retryOnConflict(() => tryChange(deps, session, password));
}

async function tryChange(deps: AccountsDeps, { id, userId }: Session, password: string): Promise<boolean> {
  const user = await deps.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  if (user === undefined) return false;
  return storePassword(deps, { email: user.email, password }, async (tx, passwordHash) => {
    if (!(await lockUser(tx, userId))) return false;
    const { email } = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    // The salt is that of the address.
    if (email !== user.email) throw new ConflictError();
    await noteChange(deps, tx, { userId, kind: 'password', detail: '', session: id });
    await setPassword(tx, userId, passwordHash, deps.clock());
    for (const table of ['reset_links', 'address_changes'] as const)
      await tx.deleteFrom(table).where('user_id', '=', userId).execute();
    await tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', id).execute();
    await recordAction(deps, tx, { ...byOwner({ id, userId }), action: 'password-changed' });
    return true;
  });
}
