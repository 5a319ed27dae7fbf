import type { Evidence } from '#features/accounts/server/factor.ts';
import { isGuarded } from '#features/accounts/server/factors.ts';
import { lockUser } from '#features/accounts/server/lock-user.ts';
import { hashToken } from '#features/accounts/server/token-hash.ts';
import { byOwner, recordAction, recordAlone } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { recoveryCodesFactor } from './factor.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { isAppCode, openSecret, stepOfCode } from './totp.ts';

export type CodeDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'newId'>;

/**
 * Whether the account asks for a code as well.
 *
 * @param trusted the cookie of a browser that may be remembered for this account
 */
export async function needsCode(
  { clock }: Pick<Deps, 'clock'>,
  db: Db | Tx,
  { userId, trusted }: { readonly userId: string; readonly trusted?: string | undefined },
): Promise<boolean> {
  const row = await db
    .selectFrom('second_steps as s')
    .select(({ selectFrom }) => [
      's.user_id',
      selectFrom('trusted_browsers')
        .select('id')
        .where('token_hash', '=', trusted === undefined ? '' : hashToken(trusted))
        .where('user_id', '=', userId)
        .where('expires_at', '>', clock().toISOString())
        .as('trusted'),
    ])
    .where('s.user_id', '=', userId)
    .where('s.confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined && row.trusted === null;
}

/**
 * Uses a code up and does what it allows, in one transaction: the code counts only if that is done. `undefined`, with a
 * line in the audit log, for a code that is wrong or was used.
 */
export async function withCode<T>(
  deps: CodeDeps,
  userId: string,
  code: string,
  act: (tx: Tx) => Promise<T>,
): Promise<T | undefined> {
  const result = await deps.db.transaction().execute(async (tx) => {
    // First, so that no deletion or reset of the account waits for a row of this one while this waits for it.
    if (!(await lockUser(tx, userId))) return undefined;
    if (!(await codeEvidence(deps, userId, code).spend(tx))) return undefined;
    return { done: await act(tx) };
  });
  if (result === undefined)
    await recordAlone(deps, { action: 'second-step-refused', actor: 'visitor', subject: userId });
  return result?.done;
}

/**
 * A code as evidence, cleaned by its schema, of the app or a recovery code. The use of a recovery code is audited.
 *
 * @param session where it was typed; none where nobody is signed in yet
 */
export function codeEvidence(deps: CodeDeps, userId: string, code: string, session?: string): Evidence {
  const spend = async (tx: Tx) => {
    if (isAppCode(code)) return spendAppCode(deps, tx, userId, code);
    if (!(await spendRecoveryCode(tx, userId, code))) return false;
    await recordAction(deps, tx, { ...byOwner({ id: session, userId }), action: 'recovery-code-used' });
    return true;
  };
  return { factor: 'second step', strength: 'second', spend };
}

async function spendAppCode(
  { keyring, clock }: CodeDeps,
  tx: Tx,
  userId: string,
  code: string,
): Promise<boolean> {
  const known = await tx
    .selectFrom('second_steps')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const secret = known && (await openSecret(keyring, known.secret));
  const step = secret && stepOfCode(secret, code, clock());
  if (!step) return false;
  const { numUpdatedRows } = await tx
    .updateTable('second_steps')
    .set({ last_used_step: step })
    .where('user_id', '=', userId)
    .where('last_used_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes the recovery codes of an account that has neither an app nor a passkey any more. */
export async function dropNeedlessCodes(tx: Tx, userId: string): Promise<void> {
  if (!(await isGuarded(tx, userId))) await recoveryCodesFactor.end(tx, userId);
}
