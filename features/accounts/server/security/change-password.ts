import { NOT_SIGNED_IN } from '#features/accounts/refusals.ts';
import { storePassword } from '#features/accounts/server/address-password.ts';
import { PASSWORD_CHANGED } from '#features/accounts/server/audit-actions.ts';
import { endAccess } from '#features/accounts/server/end-access.ts';
import { setPassword } from '#features/accounts/server/passwords.ts';
import { requireProofIn } from '#features/accounts/server/proof.ts';
import type { Session } from '#features/accounts/server/sign-in-types.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { ConflictError } from '#server/database/retry-on-conflict.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { undoOf } from '../slots.ts';

/**
 * Sets the account's password, the first one or another, and ends all access but this session's. Refuses when the session or its
 * proof has ended by the time the hash is made.
 */
export async function changePassword(deps: Deps, session: Session, password: string): Promise<void> {
  const { id, userId } = session;
  const emailOf = () => addressOf(deps.db, userId);
  await storePassword(deps, { emailOf, password }, async (tx, passwordHash, email) => {
    await requireProofIn(deps, tx, session);
    // The salt is that of the address.
    if ((await addressOf(tx, userId)) !== email) throw new ConflictError();
    await undoOf(deps)?.note(deps, tx, { userId, kind: 'password', detail: '', session: id });
    await setPassword(tx, userId, passwordHash, deps.clock());
    await endAccess(deps, tx, userId, { session: id });
    await recordAction(deps, tx, { ...byOwner({ id, userId }), action: PASSWORD_CHANGED });
  });
}

async function addressOf(db: Db | Tx, userId: string): Promise<string> {
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return user?.email ?? refuse(NOT_SIGNED_IN);
}
