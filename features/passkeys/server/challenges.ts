import { z } from 'zod';
import { BRAND } from '#content/brand.ts';
import { NOT_SIGNED_IN } from '#features/accounts/refusals.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import type { AddOptions, PasskeyPurpose, UseOptions } from '#features/passkeys/bodies.ts';
import { findRow, findRows, insertRow } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { parsedJson } from '#server/http/body.ts';
import { refuse } from '#server/http/refusal.ts';
import { MINUTE_MS, timeAfter } from '#server/time.ts';

/** The milliseconds that a challenge is valid. The person needs time to find the device with the passkey. */
export const CHALLENGE_MS = 5 * MINUTE_MS;

export type Prompt = {
  readonly purpose: PasskeyPurpose;
  readonly browser: string;
  readonly userId?: string | null;
};

async function keepChallenge(
  { db, clock }: Deps,
  { purpose, browser, userId = null }: Prompt,
  challenge: string,
): Promise<void> {
  await insertRow(db, 'webauthn_challenges', {
    challenge,
    token_hash: hashToken(browser),
    purpose,
    user_id: userId,
    expires_at: timeAfter(clock(), CHALLENGE_MS),
  });
}

const signed = z.object({ challenge: z.base64url() });

/** Returns and deletes the challenge, even if the browser's answer is wrong, so that nobody can answer it twice. */
export async function spendChallenge(
  { db, clock }: Deps,
  { purpose, browser, userId = null }: Prompt,
  clientData: string,
): Promise<string | undefined> {
  const sent = signed.safeParse(parsedJson(Buffer.from(clientData, 'base64url').toString()));
  if (!sent.success) return undefined;
  const { challenge } = sent.data;
  const { numDeletedRows } = await db
    .deleteFrom('webauthn_challenges')
    .where('challenge', '=', challenge)
    .where('token_hash', '=', hashToken(browser))
    .where('purpose', '=', purpose)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', clock().toISOString())
    .executeTakeFirst();
  return numDeletedRows === 1n ? challenge : undefined;
}

/** The id of WebAuthn's relying party: passkeys work only at the hostname of the site. */
export const relyingParty = (origin: string) => new URL(origin).hostname;

/** The COSE numbers of the signature algorithms EdDSA, ES256 and RS256. */
export const ALGORITHMS = [-8, -7, -257];

/** Loads the library at its first use, because it takes 30 MB, and loading it takes longer than the start of the site. */
export const loadWebauthn = () => import('@simplewebauthn/server');

/** WebAuthn's user handle, made from the account's random id. */
export function handleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

/** The options to create a passkey. Refuses with NOT_SIGNED_IN when the account is gone. */
export async function optionsToAdd(
  deps: Deps,
  prompt: Prompt & { readonly userId: string },
): Promise<AddOptions> {
  const { generateRegistrationOptions } = await loadWebauthn();
  const { userId } = prompt;
  const user = (await findRow(deps.db, 'users', ['email', 'name'], { id: userId })) ?? refuse(NOT_SIGNED_IN);
  const options = await generateRegistrationOptions({
    timeout: CHALLENGE_MS,
    rpName: BRAND.product,
    rpID: relyingParty(deps.origin),
    userID: Buffer.from(userId),
    userName: user.email,
    userDisplayName: user.name,
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    excludeCredentials: await credentialsOf(deps, userId),
  });
  await keepChallenge(deps, prompt, options.challenge);
  return options;
}

/** The options of the prompt. A sign-in accepts any passkey of this site, a proof of identity only the account's own passkeys. */
export async function optionsToUse(deps: Deps, prompt: Prompt): Promise<UseOptions> {
  const { generateAuthenticationOptions } = await loadWebauthn();
  const { userId } = prompt;
  const options = await generateAuthenticationOptions({
    timeout: CHALLENGE_MS,
    rpID: relyingParty(deps.origin),
    userVerification: 'preferred',
    ...(userId && { allowCredentials: await credentialsOf(deps, userId) }),
  });
  await keepChallenge(deps, prompt, options.challenge);
  return options;
}

async function credentialsOf({ db }: Deps, userId: string) {
  const rows = await findRows(db, 'passkeys', ['id', 'transports'], { user_id: userId });
  return rows.map(({ id, transports }) => ({
    id,
    ...(transports === '' ? {} : { transports: transports.split(',') }),
  }));
}
