import { byOwner, recordAction } from '#server/audit/record-action.ts';
import { ConflictError } from '#server/database/retry-on-conflict.ts';
import { refuse } from '#server/http/refusal.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import { storePassword } from '../address-password.ts';
import { noteChange } from '../changes/note-change.ts';
import { endAccess } from '../end-access.ts';
import { setPassword } from '../passwords.ts';
import { requireProofIn } from '../proof.ts';
import type { Session } from '../sessions.ts';

/**
 * Sets the account's password, the first one or another, and ends all access but this session's. Refuses when the session or its
 * proof has ended by the time the hash is made.
 */
export async function changePassword(deps: AccountsDeps, session: Session, password: string): Promise<void> {
  const { id, userId } = session;
  const { email } =
    (await deps.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()) ??
    refuse('NOT_SIGNED_IN');
  await storePassword(deps, { email, password }, async (tx, passwordHash) => {
    await requireProofIn(deps, tx, session);
    const now = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    // The salt is that of the address.
    if (now.email !== email) throw new ConflictError();
    await noteChange(deps, tx, { userId, kind: 'password', detail: '', session: id });
    await setPassword(tx, userId, passwordHash, deps.clock());
    await endAccess(tx, userId, { session: id });
    await recordAction(deps, tx, { ...byOwner({ id, userId }), action: 'password-changed' });
  });
}
