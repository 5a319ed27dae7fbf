import { type ProofResult, proveBy } from '#features/accounts/server/proof.ts';
import type { Evidence, Session } from '#features/accounts/server/sign-in-types.ts';
import type { UsedPasskey } from '#features/passkeys/bodies.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { findRow, updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { PASSKEY_REFUSED } from './audit-actions.ts';
import { handleOf, loadWebauthn, type Prompt, relyingParty, spendChallenge } from './challenges.ts';

/** The account of a passkey whose signature is valid, and the passkey as evidence of identity. */
type CheckedPasskey = { readonly userId: string; readonly evidence: Evidence };

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
    // Passes 0, so that the library does not compare the counter: it would do so before it checks the signature, when the
    // counter may still be forged. The counter is compared below.
    credential: { id: answer.id, publicKey: Buffer.from(known.public_key, 'base64url'), counter: 0 },
  }).catch((err: unknown) => {
    deps.log.warn({ err }, 'a passkey was refused');
    return undefined;
  });
  if (!result?.verified) return undefined;
  const { newCounter, userVerified, credentialBackedUp } = result.authenticationInfo;
  const { user_id: userId, counter } = known;
  if ((newCounter > 0 || counter > 0) && newCounter <= counter) {
    await recordAlone(deps, { action: PASSKEY_REFUSED, actor: 'visitor', subject: userId });
    return undefined;
  }
  const spend = async (tx: Tx) => {
    const used = {
      counter: newCounter,
      backed_up: credentialBackedUp ? 1 : 0,
      // A sign-in shows that the passkey identifies the account without a typed address.
      discoverable: known.discoverable === 1 || prompt.purpose === 'sign-in' ? 1 : 0,
      last_used_at: deps.clock().toISOString(),
    } as const;
    // Updates no row when the passkey was removed or used elsewhere at the same moment.
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
