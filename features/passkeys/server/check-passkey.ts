import { type ProofResult, proveBy } from '#features/accounts/server/proof.ts';
import type { Evidence, Session } from '#features/accounts/server/sign-in-types.ts';
import type { UsedPasskey } from '#features/passkeys/bodies.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { findRow, updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { PASSKEY_REFUSED } from './audit-actions.ts';
import { handleOf, loadWebauthn, type Prompt, relyingParty, spendChallenge } from './challenges.ts';

/** A passkey with a valid signature. It counts once `noteUse` has stored the use. */
export type CheckedPasskey = {
  readonly id: string;
  readonly userId: string;
  /** The device verified the user, by a PIN or a finger; a second step is then unnecessary. */
  readonly userVerified: boolean;
  readonly counter: { readonly before: number; readonly now: number };
  readonly isBackedUp: boolean;
  /** The passkey named the account. */
  readonly isDiscoverable: boolean;
};

/**
 * Checks a browser's answer. Undefined for a wrong challenge, origin or signature, and for an unknown passkey or one of another
 * account. Records a counter that went back, as the passkey may have been copied.
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
  // For a sign-in, only the passkey names the account.
  if (userHandle === undefined ? prompt.purpose === 'sign-in' : userHandle !== handleOf(known.user_id))
    return undefined;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const result = await verifyAuthenticationResponse({
    response: { ...answer, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: deps.origin,
    expectedRPID: relyingParty(deps.origin).id,
    requireUserVerification: false,
    // 0 here and checked below: the library compares the counter before the signature, when anybody may have written it.
    credential: { id: answer.id, publicKey: Buffer.from(known.public_key, 'base64url'), counter: 0 },
  }).catch((err: unknown) => {
    deps.log.warn({ err }, 'a passkey was refused');
    return undefined;
  });
  if (!result?.verified) return undefined;
  const { newCounter, userVerified, credentialBackedUp } = result.authenticationInfo;
  const counter = { before: known.counter, now: newCounter };
  if ((counter.now > 0 || counter.before > 0) && counter.now <= counter.before) {
    await recordAlone(deps, { action: PASSKEY_REFUSED, actor: 'visitor', subject: known.user_id });
    return undefined;
  }
  return {
    id: answer.id,
    userId: known.user_id,
    userVerified,
    counter,
    isBackedUp: credentialBackedUp,
    isDiscoverable: known.discoverable === 1 || prompt.purpose === 'sign-in',
  };
}

/** Stores a use. False when the passkey was removed, or used at the same moment. */
async function noteUse(
  tx: Tx,
  { id, counter, isBackedUp, isDiscoverable }: CheckedPasskey,
  now: Date,
): Promise<boolean> {
  const used = {
    counter: counter.now,
    backed_up: isBackedUp ? 1 : 0,
    discoverable: isDiscoverable ? 1 : 0,
    last_used_at: now.toISOString(),
  } as const;
  return (await updateRows(tx, 'passkeys', { id, counter: counter.before }, used)) === 1;
}

/** Without user verification, a passkey proves no more than a second step. */
export function passkeyEvidence({ clock }: Deps, passkey: CheckedPasskey): Evidence {
  return {
    way: 'passkey',
    credential: passkey.id,
    strength: passkey.userVerified ? 'strong' : 'second',
    spend: (tx) => noteUse(tx, passkey, clock()),
  };
}

export async function proveByPasskey(
  deps: Deps,
  session: Session,
  { browser, answer }: { browser: string; answer: UsedPasskey },
): Promise<ProofResult> {
  const passkey = await checkPasskey(deps, { purpose: 'proof', browser, userId: session.userId }, answer);
  return passkey === undefined ? 'refused' : proveBy(deps, session, passkeyEvidence(deps, passkey));
}
