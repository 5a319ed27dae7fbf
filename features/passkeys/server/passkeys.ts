import { MAX_PASSKEYS } from '#contract/limits.ts';
import type { NewCodes } from '#contract/recovery-codes.ts';
import { LAST_WAY_IN } from '#features/accounts/refusals.ts';
import { countRecoveryCodes, renewRecoveryCodes } from '#features/accounts/server/codes.ts';
import { dropNeedlessCodes, findSignInMethods } from '#features/accounts/server/factors.ts';
import { enrol, withProof } from '#features/accounts/server/proof.ts';
import type { Session } from '#features/accounts/server/sign-in-types.ts';
import { undoOf } from '#features/accounts/server/slots.ts';
import type { AddedPasskey, PasskeyEntry } from '#features/passkeys/bodies.ts';
import { PASSKEY_REFUSED } from '#features/passkeys/refusals.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { deleteRows, findRow, findRows, insertRow, updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { PASSKEY_ADDED, PASSKEY_REMOVED } from './audit-actions.ts';
import { ALGORITHMS, loadWebauthn, relyingParty, spendChallenge } from './challenges.ts';
import type { PasskeysTable } from './tables.ts';

/** The passkeys of an account, oldest first. */
export function passkeysOf(db: Db | Tx, userId: string): Promise<PasskeysTable[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').execute();
}

export async function listPasskeys(db: Db, userId: string): Promise<readonly PasskeyEntry[]> {
  return (await passkeysOf(db, userId)).map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    opensAccount: row.discoverable === 1,
  }));
}

/**
 * Adds a new passkey, and returns recovery codes if the account had none. Refuses with PASSKEY_REFUSED when the answer is wrong,
 * the passkey is already known, or the account has too many.
 */
export async function addPasskey(
  deps: Deps,
  session: Session,
  { browser, answer, name }: { browser: string; answer: AddedPasskey; name: string },
): Promise<NewCodes | { readonly codes: readonly [] }> {
  const { userId } = session;
  const { clientDataJSON, attestationObject, transports = [] } = answer.response;
  const prompt = { purpose: 'add', browser, userId } as const;
  const challenge = (await spendChallenge(deps, prompt, clientDataJSON)) ?? refuse(PASSKEY_REFUSED);
  const { verifyRegistrationResponse } = await loadWebauthn();
  const result = await verifyRegistrationResponse({
    response: { ...answer, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: deps.origin,
    expectedRPID: relyingParty(deps.origin).id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((err: unknown) => {
    deps.log.warn({ err }, 'a passkey was not added');
    return undefined;
  });
  if (!result?.verified) return refuse(PASSKEY_REFUSED);
  const { credential, credentialBackedUp } = result.registrationInfo;
  return withProof(deps, session, async (tx) => {
    const others = await findRows(tx, 'passkeys', ['id'], { user_id: userId });
    if (others.length >= MAX_PASSKEYS) refuse(PASSKEY_REFUSED);
    if ((await findRow(tx, 'passkeys', ['id'], { id: credential.id })) !== undefined) refuse(PASSKEY_REFUSED);
    const opens_console_from = await enrol(deps, tx, session, { kind: 'passkeys', detail: 'added' });
    await insertRow(tx, 'passkeys', {
      id: credential.id,
      user_id: userId,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: transports.join(),
      name,
      // If the browser does not report this property, the first sign-in with the passkey sets it.
      discoverable: answer.clientExtensionResults.credProps?.rk === true ? 1 : 0,
      backed_up: credentialBackedUp ? 1 : 0,
      created_at: deps.clock().toISOString(),
      last_used_at: null,
      opens_console_from,
    });
    await recordAction(deps, tx, { ...byOwner(session), action: PASSKEY_ADDED });
    const { left } = await countRecoveryCodes(tx, userId);
    return left === 0 ? renewRecoveryCodes(deps, tx, userId) : { codes: [] };
  });
}

export function renamePasskey(
  deps: Deps,
  session: Session,
  { id, name }: { id: string; name: string },
): Promise<void> {
  return withProof(deps, session, async (tx) => {
    const renamed = await updateRows(tx, 'passkeys', { id, user_id: session.userId }, { name });
    if (renamed !== 1) refuse(PASSKEY_REFUSED);
  });
}

/** Removes a passkey. Refuses with LAST_WAY_IN if it is the only sign-in method. */
export function removePasskey(deps: Deps, session: Session, id: string): Promise<void> {
  const { userId } = session;
  return withProof(deps, session, async (tx) => {
    const methods = await findSignInMethods(deps, tx, userId);
    const all = await findRows(tx, 'passkeys', ['id', 'discoverable'], { user_id: userId });
    const others = all.filter((passkey) => passkey.id !== id);
    if (methods.every((way) => way === 'passkey') && others.every(({ discoverable }) => discoverable === 0))
      refuse(LAST_WAY_IN);
    if (others.length === all.length) return;
    await undoOf(deps)?.note(deps, tx, { userId, kind: 'passkeys', detail: 'removed', session: session.id });
    await deleteRows(tx, 'passkeys', { id });
    await dropNeedlessCodes(deps, tx, userId);
    await recordAction(deps, tx, { ...byOwner(session), action: PASSKEY_REMOVED });
  });
}
