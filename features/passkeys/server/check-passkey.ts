import { type ProofResult, proveBy } from '#features/accounts/server/proof.ts';
import type { Evidence, Session } from '#features/accounts/server/sign-in-types.ts';
import type { UsedPasskey } from '#features/passkeys/bodies.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { findRow, updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { PASSKEY_REFUSED } from './audit-actions.ts';
import { handleOf, loadWebauthn, type Prompt, relyingParty, spendChallenge } from './challenges.ts';

/** A passkey whose signature is valid. It is accepted only once `noteUse` has stored this use. */
export type CheckedPasskey = {
  readonly id: string;
  readonly userId: string;
  /** Whether the device verified the person by a PIN or a fingerprint; then no second step is needed. */
  readonly userVerified: boolean;
  readonly counter: { readonly before: number; readonly now: number };
  readonly isBackedUp: boolean;
  /** Whether the passkey identifies the account without a typed address. */
  readonly isDiscoverable: boolean;
};

/**
 * Checks a browser's answer to a challenge. Returns undefined for a wrong challenge, origin or signature, and for a
 * passkey that is unknown or belongs to another account. Audits a use counter that did not increase, because the passkey
 * may have been copied.
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
  // At a sign-in the answer must have a user handle, because nothing else identifies the account.
  if (userHandle === undefined ? prompt.purpose === 'sign-in' : userHandle !== handleOf(known.user_id))
    return undefined;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const result = await verifyAuthenticationResponse({
    response: { ...answer, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: deps.origin,
    expectedRPID: relyingParty(deps.origin).id,
    requireUserVerification: false,
    // Passes 0 and checks the counter below: the library would compare it before it checks the signature, while the
    // counter may still be forged.
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

/** Stores a use of the passkey. False when the passkey was removed or used elsewhere at the same moment. */
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

/** A passkey as evidence of identity. Without user verification it counts only as a second step. */
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
