import { byOwner, recordAction, recordAlone } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import { lockUser } from '../lock-user.ts';
import { hashToken } from '../token-hash.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { openSecret, stepOfCode } from './totp.ts';

export type CodeDeps = Pick<AccountsDeps, 'db' | 'clock' | 'keyring' | 'newId'>;

/** Whose code it is, and in which session it was typed, if in one. */
export type CodeOf = { readonly userId: string; readonly session?: string | undefined };

/**
 * Whether the account asks for a code as well.
 *
 * @param trusted the cookie of a browser that may be remembered for this account
 */
export async function needsCode(
  { clock }: Pick<AccountsDeps, 'clock'>,
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
 * line in the audit log, for a code that is wrong or was used, and where the second step is off.
 */
export async function withCode<T>(
  deps: CodeDeps,
  { userId, session }: CodeOf,
  code: string,
  act: (tx: Tx) => Promise<T>,
): Promise<T | undefined> {
  const entry = byOwner({ id: session, userId });
  const result = await deps.db.transaction().execute(async (tx) => {
    // First, so that no deletion or reset of the account waits for a row of this one while this waits for it.
    if (!(await lockUser(tx, userId))) return undefined;
    const spent = await spendCode(deps, tx, userId, code);
    if (spent === undefined) return undefined;
    if (spent === 'recovery') await recordAction(deps, tx, { ...entry, action: 'recovery-code-used' });
    return { done: await act(tx) };
  });
  if (result === undefined)
    await recordAlone(deps, {
      ...entry,
      actor: session ? entry.actor : 'visitor',
      action: 'second-step-refused',
    });
  return result?.done;
}

/** Removes the recovery codes of an account that has neither a second step nor a passkey any more. */
export async function dropNeedlessCodes(
  deps: Pick<AccountsDeps, 'clock'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  if (await needsCode(deps, tx, { userId })) return;
  await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('passkeys').select('id').where('user_id', '=', userId))),
    )
    .execute();
}

async function spendCode(
  { keyring, clock }: CodeDeps,
  tx: Tx,
  userId: string,
  typed: string,
): Promise<'app' | 'recovery' | undefined> {
  const known = await tx
    .selectFrom('second_steps')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (known === undefined) return undefined;
  const digits = typed.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(digits)) return (await spendRecoveryCode(tx, userId, typed)) ? 'recovery' : undefined;
  const secret = await openSecret(keyring, known.secret);
  const step = secret === undefined ? undefined : stepOfCode(secret, digits, clock());
  if (step === undefined) return undefined;
  const { numUpdatedRows } = await tx
    .updateTable('second_steps')
    .set({ last_used_step: step })
    .where('user_id', '=', userId)
    .where('last_used_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? 'app' : undefined;
}
