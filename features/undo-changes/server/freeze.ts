import type { Undo } from '#features/accounts/server/slots.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { hasCredential, hasGuard, hasSameSecondStep, readCredentials } from './credentials.ts';
import type { CredentialsBefore } from './note-change.ts';

/** The contested changes of an account, oldest first. */
export async function findContested(db: Db | Tx, userId: string) {
  const rows = await db
    .selectFrom('account_changes')
    .select(['id', 'user_id', 'kind', 'detail', 'before', 'created_at', 'contested_at'])
    .where('user_id', '=', userId)
    .where('contested_at', 'is not', null)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({ ...row, before: JSON.parse(row.before) as CredentialsBefore }));
}

export const frozenSince: Undo['frozenSince'] = async (db, userId) => {
  const contested = await findContested(db, userId);
  return contested.map(({ contested_at }) => String(contested_at)).sort()[0];
};

/**
 * Sign-in methods that are older than all contested changes still open a frozen account, with the second step of that
 * time. The method that a contested sign-in used does not.
 */
export const isFrozenFor: Undo['isFrozenFor'] = async (deps, tx, userId, used) => {
  const contested = await findContested(tx, userId);
  if (contested.length === 0) return false;
  const now = await readCredentials(deps, tx, userId);
  return contested.some(
    ({ before }) =>
      now === undefined ||
      !hasCredential(deps, before, used) ||
      (before.used?.way === used.way && before.used.credential === used.credential) ||
      (!used.isTwoSteps && !hasSameSecondStep(deps, before, now)),
  );
};

/**
 * A frozen account may get a new password only if it has no second factor and had none before any contested change, and if its
 * address has not changed since.
 */
export const mayReset: Undo['mayReset'] = async (deps, tx, userId) => {
  const contested = await findContested(tx, userId);
  if (contested.length === 0) return true;
  const now = await readCredentials(deps, tx, userId);
  return (
    !hasGuard(deps, now) &&
    contested.every(({ before }) => before.email === now?.email && !hasGuard(deps, before))
  );
};

export const wasGuarded: Undo['wasGuarded'] = async (deps, db, userId) => {
  const [first] = await findContested(db, userId);
  return first && hasGuard(deps, first.before);
};
