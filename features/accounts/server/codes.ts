import type { NewCodes } from '#contract/code.ts';
import { cleanCode } from '#contract/code.ts';
import { RECOVERY_CODES } from '#contract/limits.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { deleteRows, findRows, hasRow, insertRow, updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { RECOVERY_CODE_USED } from './audit-actions.ts';
import type { Evidence, Factor } from './factors.ts';
import { hashToken } from './hashes.ts';
import { secondStepOf } from './slots.ts';

/** The letters of codes: Crockford's base32, in which no letter looks like a digit. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** A code has 80 bits. */
const LENGTH = 16;

function newCode(newToken: () => string): string {
  const bytes = Buffer.from(newToken(), 'base64url').subarray(0, LENGTH);
  return [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** Ignores case and spaces. A letter that looks like a digit counts as that digit. */
export function codeHash(typed: string): string {
  return hashToken(cleanCode(typed).replace(/o/g, '0').replace(/[il]/g, '1'));
}

/** Replaces all recovery codes of the account. The database stores only their hashes. @public */
export async function renewRecoveryCodes(
  { newToken, newId }: Deps,
  tx: Tx,
  userId: string,
): Promise<NewCodes> {
  const set = newId();
  const codes = Array.from({ length: RECOVERY_CODES }, () => newCode(newToken));
  await deleteRows(tx, 'recovery_codes', { user_id: userId });
  for (const code of codes)
    await insertRow(tx, 'recovery_codes', { user_id: userId, code_hash: hashToken(code), unsaved_set: set });
  return { codes: codes.map((code) => (code.match(/.{4}/g) ?? []).join('-')), set };
}

/** Records that the owner saved this set of recovery codes. Does nothing if a newer set has replaced it. @public */
export async function noteSavedCodes(db: Db, userId: string, set: string): Promise<void> {
  await updateRows(db, 'recovery_codes', { user_id: userId, unsaved_set: set }, { unsaved_set: null });
}

export function hasRecoveryCode(db: Db, userId: string, typed: string): Promise<boolean> {
  return hasRow(db, 'recovery_codes', { user_id: userId, code_hash: codeHash(typed) });
}

export async function countRecoveryCodes(
  db: Db | Tx,
  userId: string,
): Promise<{ readonly left: number; readonly areUnsaved: boolean }> {
  const rows = await findRows(db, 'recovery_codes', ['unsaved_set'], { user_id: userId });
  return { left: rows.length, areUnsaved: rows.some(({ unsaved_set }) => unsaved_set !== null) };
}

/** Recovery codes as a factor. Without `guards`, because an account that has only recovery codes needs no second step. */
export const recoveryCodesFactor: Factor = {
  strength: 'second',
  end: (tx, userId) => deleteRows(tx, 'recovery_codes', { user_id: userId }),
};

/** The name of the sign-in method (`way`) for a typed code. @public */
export const CODE = 'second step';

/**
 * The evidence that a typed code can give: a code of the authenticator app, or a recovery code. `session` is absent if the
 * person is not signed in yet.
 */
export function codeEvidence(deps: Deps, userId: string, code: string, session?: string): Evidence {
  const spend = async (tx: Tx) => {
    if (await secondStepOf(deps)?.spendAppCode(deps, tx, userId, code)) return true;
    // Only one of two concurrent uses of a recovery code deletes its row, so a code works only once.
    const deleted = await deleteRows(tx, 'recovery_codes', { user_id: userId, code_hash: codeHash(code) });
    if (deleted === 0) return false;
    await recordAction(deps, tx, { ...byOwner({ id: session, userId }), action: RECOVERY_CODE_USED });
    return true;
  };
  return { way: CODE, credential: '', strength: 'second', spend };
}

/**
 * Spends a code of somebody who is not signed in yet. Undefined for a wrong code; `recoveryCodesLeft` is undefined for a code of
 * the authenticator app.
 */
export async function spendCode(
  deps: Deps,
  tx: Tx,
  userId: string,
  code: string,
): Promise<{ readonly recoveryCodesLeft: number | undefined } | undefined> {
  const { left: had } = await countRecoveryCodes(tx, userId);
  if (!(await codeEvidence(deps, userId, code).spend(tx))) return undefined;
  const { left } = await countRecoveryCodes(tx, userId);
  return { recoveryCodesLeft: left < had ? left : undefined };
}
