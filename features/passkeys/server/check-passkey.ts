import { type ProofResult, proveBy } from '#features/accounts/server/proof.ts';
import type { Evidence, Session } from '#features/accounts/server/sign-in-types.ts';
import type { UsedPasskey } from '#features/passkeys/bodies.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { findRow, updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { PASSKEY_REFUSED } from './audit-actions.ts';
import { handleOf, loadWebauthn, type Prompt, relyingParty, spendChallenge } from './challenges.ts';

/** A passkey that has just signed what we asked for. It counts once `noteUse` has stored that. */
export type CheckedPasskey = {
  readonly id: string;
  readonly userId: string;
  /** Whether the device made sure who uses it, by a PIN or a finger: then a second step adds nothing. */
  readonly userVerified: boolean;
  readonly counter: { readonly before: number; readonly now: number };
  readonly isBackedUp: boolean;
  /** It named the account by itself. */
  readonly isDiscoverable: boolean;
};

/**
 * Checks what a browser sent. Undefined for whatever is wrong: the challenge, the origin, the signature, or a passkey
 * that is not known or not of the account. One whose counter went back is audited, as there may be a copy of it.
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
  // Who signs in is named by the passkey alone, so it has to name somebody.
  if (userHandle === undefined ? prompt.purpose === 'sign-in' : userHandle !== handleOf(known.user_id))
    return undefined;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const result = await verifyAuthenticationResponse({
    response: { ...answer, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: deps.origin,
    expectedRPID: relyingParty(deps.origin).id,
    requireUserVerification: false,
    // Checked below: the library compares it before the signature, when anybody may have written it.
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

/** Stores that a passkey was used. False when it was removed since, or used at the same moment. */
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

/** One whose device did not check its user is no more than a second step where it proves who is signed in. */
export function passkeyEvidence({ clock }: Deps, passkey: CheckedPasskey): Evidence {
  return {
    way: 'passkey',
    credential: passkey.id,
    strength: passkey.userVerified ? 'strong' : 'second',
    spend: (tx) => noteUse(tx, passkey, clock()),
  };
}

/** Proves by a passkey who is signed in. */
export async function proveByPasskey(
  deps: Deps,
  session: Session,
  { browser, answer }: { browser: string; answer: UsedPasskey },
): Promise<ProofResult> {
  const passkey = await checkPasskey(deps, { purpose: 'proof', browser, userId: session.userId }, answer);
  return passkey === undefined ? 'refused' : proveBy(deps, session, passkeyEvidence(deps, passkey));
}
