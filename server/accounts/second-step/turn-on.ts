import { encode } from 'uqr';
import type { SecondStepBegun } from '#contract/second-step.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { ConflictError, retryOnConflict } from '#server/database/retry-on-conflict.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import { noteChange } from '../changes/note-change.ts';
import { lockUser } from '../lock-user.ts';
import type { Session } from '../sessions.ts';
import { dropNeedlessCodes, needsCode, withCode } from './codes.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import { newSecret, openSecret, sealSecret, stepOfCode, totpOf } from './totp.ts';

/** A new secret, in place of one that was never confirmed. `undefined` where the second step is on, or the account gone. */
export async function beginSecondStep(
  { db, keyring, clock, newToken }: AccountsDeps,
  { userId }: Session,
): Promise<Omit<SecondStepBegun, 'success'> | undefined> {
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  if (user === undefined) return undefined;
  const secret = newSecret(newToken);
  const row = { secret: await sealSecret(keyring, secret), created_at: clock().toISOString() };
  const kept = await db
    .insertInto('second_steps')
    .values({ ...row, user_id: userId, confirmed_at: null, last_used_step: 0 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(row).where('second_steps.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (kept === undefined) return undefined;
  const uri = totpOf(secret, user.email).toString();
  return { secret, uri, qr: drawQr(uri) };
}

type TurnedOn =
  | { readonly kind: 'on'; readonly codes: readonly string[] }
  /** `changed`: it is on already, or was not begun. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'wrong-code' };

/** Turns the second step on, with the first code of the app. The code is used up. */
export function confirmSecondStep(
  deps: AccountsDeps,
  { id: session, userId }: Session,
  code: string,
): Promise<TurnedOn> {
  const turnOn = async (tx: Tx): Promise<TurnedOn> => {
    if (!(await lockUser(tx, userId))) return { kind: 'changed' };
    const begun = await tx
      .selectFrom('second_steps')
      .select('secret')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    const secret = begun && (await openSecret(deps.keyring, begun.secret));
    if (begun === undefined || secret === undefined) return { kind: 'changed' };
    const step = stepOfCode(secret, code.replace(/\s/g, ''), deps.clock());
    if (step === undefined) return { kind: 'wrong-code' };
    await noteChange(deps, tx, { userId, kind: 'second-step', detail: 'on', session });
    const { numUpdatedRows } = await tx
      .updateTable('second_steps')
      .set({ confirmed_at: deps.clock().toISOString(), last_used_step: step })
      .where('user_id', '=', userId)
      .where('secret', '=', begun.secret)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new ConflictError();
    // Those of other sessions came without a code.
    await tx
      .updateTable('sessions')
      .set({ proved_at: null, reauthenticated_at: null })
      .where('user_id', '=', userId)
      .where('id', '<>', session)
      .execute();
    await recordAction(deps, tx, { ...byOwner({ id: session, userId }), action: 'second-step-on' });
    return { kind: 'on', codes: await renewRecoveryCodes(deps, tx, userId) };
  };
  return retryOnConflict(() => deps.db.transaction().execute(turnOn));
}

/** `undefined` for a code that does not count. */
export function newRecoveryCodes(
  deps: AccountsDeps,
  session: Session,
  code: string,
): Promise<readonly string[] | undefined> {
  const { id, userId } = session;
  return withCode(deps, { userId, session: id }, code, (tx) => renewCodes(deps, tx, session));
}

/** For an account with a passkey and no second step; `undefined` for any other. The caller has seen a fresh proof. */
export function newRecoveryCodesOfPasskey(
  deps: AccountsDeps,
  session: Session,
): Promise<readonly string[] | undefined> {
  const { userId } = session;
  return deps.db.transaction().execute(async (tx) => {
    if (!(await lockUser(tx, userId)) || (await needsCode(deps, tx, { userId }))) return undefined;
    const passkeys = await tx.selectFrom('passkeys').select('id').where('user_id', '=', userId).execute();
    return passkeys.length === 0 ? undefined : renewCodes(deps, tx, session);
  });
}

async function renewCodes(deps: AccountsDeps, tx: Tx, { id: session, userId }: Session) {
  await noteChange(deps, tx, { userId, kind: 'second-step', detail: 'codes', session });
  await recordAction(deps, tx, { ...byOwner({ id: session, userId }), action: 'recovery-codes-renewed' });
  return renewRecoveryCodes(deps, tx, userId);
}

/** Removes everything of the second step; a passkey keeps the recovery codes. `undefined` for a code that does not count. */
export function turnSecondStepOff(
  deps: AccountsDeps,
  { id: session, userId }: Session,
  code: string,
): Promise<'off' | undefined> {
  return withCode(deps, { userId, session }, code, async (tx) => {
    await noteChange(deps, tx, { userId, kind: 'second-step', detail: 'off', session });
    for (const table of ['second_steps', 'trusted_browsers', 'sign_in_steps'] as const)
      await tx.deleteFrom(table).where('user_id', '=', userId).execute();
    await dropNeedlessCodes(deps, tx, userId);
    await recordAction(deps, tx, { ...byOwner({ id: session, userId }), action: 'second-step-off' });
    return 'off' as const;
  });
}

function drawQr(text: string): SecondStepBegun['qr'] {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: squares.join('') };
}
