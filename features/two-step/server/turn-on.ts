import { encode } from 'uqr';
import type { NewCodes } from '#contract/code.ts';
import { SECOND_STEP_REFUSED } from '#features/accounts/refusals.ts';
import { renewRecoveryCodes } from '#features/accounts/server/codes.ts';
import { forgetOtherBrowsers } from '#features/accounts/server/devices.ts';
import { dropNeedlessCodes, isGuarded } from '#features/accounts/server/factors.ts';
import { enrol, withProof } from '#features/accounts/server/proof.ts';
import type { Session } from '#features/accounts/server/sessions.ts';
import { undoOf } from '#features/accounts/server/slots.ts';
import type { SecondStepBegun } from '#features/two-step/bodies.ts';
import { SECOND_STEP_CHANGED } from '#features/two-step/refusals.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { ConflictError } from '#server/database/errors.ts';
import { deleteRows, findRow, updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { HOUR_MS } from '#server/time.ts';
import { RECOVERY_CODES_RENEWED, SECOND_STEP_OFF, SECOND_STEP_ON } from './audit-actions.ts';
import { needsCode } from './factor.ts';
import { decryptSecret, encryptSecret, newSecret, stepOfCode, totpOf } from './totp.ts';

/** If the setup is repeated within this time, it shows the same secret again, because the app may already have it. */
const BEGUN_MS = HOUR_MS;

/**
 * Returns the secret for the app. A new secret replaces an unconfirmed secret. Refuses with SECOND_STEP_CHANGED if the second
 * step is on.
 */
export async function beginSecondStep(
  deps: Deps,
  session: Session,
): Promise<Omit<SecondStepBegun, 'success'>> {
  return withProof(deps, session, async (tx) => {
    const { email, begun_at, confirmed_at, encrypted } = await tx
      .selectFrom('users')
      .leftJoin('second_steps as s', 's.user_id', 'users.id')
      .select(['email', 's.created_at as begun_at', 's.confirmed_at', 's.secret as encrypted'])
      .where('users.id', '=', session.userId)
      .executeTakeFirstOrThrow();
    if (confirmed_at !== null) refuse(SECOND_STEP_CHANGED);
    const isRecent = begun_at !== null && deps.clock().getTime() - Date.parse(begun_at) < BEGUN_MS;
    const begun =
      isRecent && encrypted ? await decryptSecret(deps.keyring, encrypted, session.id) : undefined;
    const secret = begun ?? (await storeNewSecret(deps, tx, session));
    const uri = totpOf(secret, email).toString();
    return { secret, uri, qr: drawQr(uri) };
  });
}

async function storeNewSecret(
  { keyring, clock, newToken }: Deps,
  tx: Tx,
  { id, userId }: Session,
): Promise<string> {
  const secret = newSecret(newToken);
  const row = { secret: await encryptSecret(keyring, secret, id), created_at: clock().toISOString() };
  await tx
    .insertInto('second_steps')
    .values({ ...row, user_id: userId, confirmed_at: null, last_used_step: 0, opens_console_from: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  return secret;
}

/**
 * Turns the second step on, and forgets all known browsers but the one with this device token. Refuses with SECOND_STEP_CHANGED if
 * it is already on or its setup was not begun, or with SECOND_STEP_REFUSED for a wrong code.
 */
export function confirmSecondStep(
  deps: Deps,
  session: Session,
  { code, device }: { code: string; device: string | undefined },
): Promise<NewCodes> {
  const { userId } = session;
  return withProof(deps, session, async (tx) => {
    const begun = await findRow(tx, 'second_steps', ['secret'], { user_id: userId, confirmed_at: null });
    const secret = begun && (await decryptSecret(deps.keyring, begun.secret, session.id));
    if (begun === undefined || secret === undefined) return refuse(SECOND_STEP_CHANGED);
    const step = stepOfCode(secret, code, deps.clock()) ?? refuse(SECOND_STEP_REFUSED);
    const opens_console_from = await enrol(deps, tx, session, { kind: 'second-step', detail: 'on' });
    const confirmed = {
      secret: await encryptSecret(deps.keyring, secret),
      confirmed_at: deps.clock().toISOString(),
      last_used_step: step,
      opens_console_from,
    };
    const unchanged = { user_id: userId, secret: begun.secret };
    if ((await updateRows(tx, 'second_steps', unchanged, confirmed)) !== 1) throw new ConflictError();
    await forgetOtherBrowsers(tx, userId, device);
    await recordAction(deps, tx, { ...byOwner(session), action: SECOND_STEP_ON });
    return renewRecoveryCodes(deps, tx, userId);
  });
}

/** Replaces the recovery codes. Refuses with SECOND_STEP_CHANGED if the account has no second step and no passkey. */
export function newRecoveryCodes(deps: Deps, session: Session): Promise<NewCodes> {
  const { id, userId } = session;
  return withProof(deps, session, async (tx) => {
    if (!(await isGuarded(deps, tx, userId))) refuse(SECOND_STEP_CHANGED);
    await undoOf(deps)?.note(deps, tx, { userId, kind: 'second-step', detail: 'codes', session: id });
    await recordAction(deps, tx, { ...byOwner(session), action: RECOVERY_CODES_RENEWED });
    return renewRecoveryCodes(deps, tx, userId);
  });
}

/**
 * Turns the second step off: deletes the app and the trusted browsers. Recovery codes stay if the account has a passkey.
 */
export function turnSecondStepOff(deps: Deps, session: Session): Promise<void> {
  const { id, userId } = session;
  return withProof(deps, session, async (tx) => {
    if (!(await needsCode(deps, tx, { userId }))) return;
    await undoOf(deps)?.note(deps, tx, { userId, kind: 'second-step', detail: 'off', session: id });
    for (const table of ['second_steps', 'trusted_browsers', 'sign_in_steps'] as const)
      await deleteRows(tx, table, { user_id: userId });
    await dropNeedlessCodes(deps, tx, userId);
    await recordAction(deps, tx, { ...byOwner(session), action: SECOND_STEP_OFF });
  });
}

function drawQr(text: string): SecondStepBegun['qr'] {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: squares.join('') };
}
