import type { NewCodes } from '#contract/code.ts';
import { MAX_PASSKEYS } from '#contract/limits.ts';
import { LAST_WAY_IN } from '#features/accounts/refusals.ts';
import { countRecoveryCodes, renewRecoveryCodes } from '#features/accounts/server/codes.ts';
import type { Evidence } from '#features/accounts/server/factors.ts';
import { dropNeedlessCodes, findSignInMethods } from '#features/accounts/server/factors.ts';
import { enrol, type ProofResult, proveBy, withProof } from '#features/accounts/server/proof.ts';
import type { Session } from '#features/accounts/server/sessions.ts';
import { undoOf } from '#features/accounts/server/slots.ts';
import type { AddedPasskey, PasskeyEntry, UsedPasskey } from '#features/passkeys/bodies.ts';
import { PASSKEY_REFUSED } from '#features/passkeys/refusals.ts';
import { byOwner, recordAction, recordAlone } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { deleteRows, findRow, findRows, hasRow, insertRow, updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { PASSKEY_ADDED, PASSKEY_COPY_REFUSED, PASSKEY_REMOVED } from './audit-actions.ts';
import {
  ALGORITHMS,
  handleOf,
  loadWebauthn,
  type Prompt,
  relyingParty,
  spendChallenge,
} from './challenges.ts';
import type { PasskeysTable } from './tables.ts';

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
 * Adds a passkey. Returns recovery codes if the account had none. Refuses with PASSKEY_REFUSED if the answer is wrong,
 * the passkey is already stored, or the account has too many.
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
    expectedRPID: relyingParty(deps.origin),
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((err: unknown) => {
    deps.log.warn({ err }, 'a new passkey was refused, because its answer is not valid');
    return undefined;
  });
  if (!result?.verified) return refuse(PASSKEY_REFUSED);
  const { credential, credentialBackedUp } = result.registrationInfo;
  return withProof(deps, session, async (tx) => {
    const others = await findRows(tx, 'passkeys', ['id'], { user_id: userId });
    if (others.length >= MAX_PASSKEYS) refuse(PASSKEY_REFUSED);
    if (await hasRow(tx, 'passkeys', { id: credential.id })) refuse(PASSKEY_REFUSED);
    const opens_console_from = await enrol(deps, tx, session, { kind: 'passkeys', detail: 'added' });
    await insertRow(tx, 'passkeys', {
      id: credential.id,
      user_id: userId,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: transports.join(),
      name,
      // Some browsers do not report whether the device stores the account. For their passkeys, the first sign-in sets this
      // column.
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

type CheckedPasskey = { readonly userId: string; readonly evidence: Evidence };

/**
 * Checks a browser's answer. Undefined for a wrong challenge, origin or signature, and for a passkey that is unknown or of another
 * account. If the use counter did not increase, the audit log records it, because the passkey may have been copied.
 */
export async function checkPasskey(
  deps: Deps,
  prompt: Prompt,
  answer: UsedPasskey,
): Promise<CheckedPasskey | undefined> {
  const { userHandle, ...response } = answer.response;
  const challenge = await spendChallenge(deps, prompt, response.clientDataJSON);
  if (challenge === undefined) return undefined;
  const columns = ['user_id', 'public_key', 'counter', 'discoverable'] as const;
  const known = await findRow(deps.db, 'passkeys', columns, { id: answer.id });
  if (known === undefined) return undefined;
  if (prompt.userId && known.user_id !== prompt.userId) return undefined;
  // A sign-in needs a user handle, because nothing else identifies the account.
  if (userHandle === undefined ? prompt.purpose === 'sign-in' : userHandle !== handleOf(known.user_id))
    return undefined;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const result = await verifyAuthenticationResponse({
    response: { ...answer, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: deps.origin,
    expectedRPID: relyingParty(deps.origin),
    requireUserVerification: false,
    // With a counter of 0, the library does not compare use counters. The code below does, after the check of the signature.
    credential: { id: answer.id, publicKey: Buffer.from(known.public_key, 'base64url'), counter: 0 },
  }).catch((err: unknown) => {
    deps.log.warn({ err }, 'a passkey was refused, because its answer is not valid');
    return undefined;
  });
  if (!result?.verified) return undefined;
  const { newCounter, userVerified, credentialBackedUp } = result.authenticationInfo;
  const { user_id: userId, counter } = known;
  if ((newCounter > 0 || counter > 0) && newCounter <= counter) {
    await recordAlone(deps, { action: PASSKEY_COPY_REFUSED, actor: 'visitor', subject: userId });
    return undefined;
  }
  const spend = async (tx: Tx) => {
    const used = {
      counter: newCounter,
      backed_up: credentialBackedUp ? 1 : 0,
      // A sign-in works without a typed address. So if a passkey has signed somebody in, its device stores the account.
      discoverable: known.discoverable === 1 || prompt.purpose === 'sign-in' ? 1 : 0,
      last_used_at: deps.clock().toISOString(),
    } as const;
    // This update changes no row if another request has removed or used the passkey.
    return (await updateRows(tx, 'passkeys', { id: answer.id, counter }, used)) === 1;
  };
  // Without a PIN or a fingerprint, the passkey counts only as a second step.
  const strength = userVerified ? 'strong' : 'second';
  return { userId, evidence: { way: 'passkey', credential: answer.id, strength, spend } };
}

export async function proveByPasskey(
  deps: Deps,
  session: Session,
  { browser, answer }: { browser: string; answer: UsedPasskey },
): Promise<ProofResult> {
  const passkey = await checkPasskey(deps, { purpose: 'proof', browser, userId: session.userId }, answer);
  return passkey === undefined ? 'refused' : proveBy(deps, session, passkey.evidence);
}
