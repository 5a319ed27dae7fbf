import { BRAND } from '#content/brand.ts';
import { NOT_SIGNED_IN } from '#features/accounts/refusals.ts';
import type { AddOptions, UseOptions } from '#features/passkeys/bodies.ts';
import { findRow, findRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { type Asked, CHALLENGE_SECONDS, keepChallenge } from './challenges.ts';

/** Who asks for a passkey: a passkey of this site works at its own origin, and nowhere else. */
export function relyingParty(origin: string) {
  return { name: BRAND.product, id: new URL(origin).hostname };
}

/** What every authenticator has: EdDSA, ES256 and RS256, by their COSE numbers. */
export const ALGORITHMS = [-8, -7, -257];

/** Loaded when somebody first uses a passkey: it takes longer to load than the site to start, and 30 MB. */
export const loadWebauthn = () => import('@simplewebauthn/server');

/** The account, as its passkeys know it: its random id. */
export function handleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

const PROMPT = { timeout: CHALLENGE_SECONDS * 1_000 };

/** What the browser needs to make a passkey for an account. Refuses with NOT_SIGNED_IN when the account is gone. */
export async function optionsToAdd(
  deps: Deps,
  asked: Asked & { readonly userId: string },
): Promise<AddOptions> {
  const { generateRegistrationOptions } = await loadWebauthn();
  const { userId } = asked;
  const user = (await findRow(deps.db, 'users', ['email', 'name'], { id: userId })) ?? refuse(NOT_SIGNED_IN);
  const { name, id } = relyingParty(deps.origin);
  const options = await generateRegistrationOptions({
    ...PROMPT,
    rpName: name,
    rpID: id,
    userID: Buffer.from(handleOf(userId), 'base64url'),
    userName: user.email,
    userDisplayName: user.name,
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    excludeCredentials: await credentialsOf(deps, userId),
  });
  await keepChallenge(deps, asked, options.challenge);
  return options;
}

/** What the browser needs to use a passkey: any of this site to sign in, one of the account for a proof. */
export async function optionsToUse(deps: Deps, asked: Asked): Promise<UseOptions> {
  const { generateAuthenticationOptions } = await loadWebauthn();
  const { userId } = asked;
  const options = await generateAuthenticationOptions({
    ...PROMPT,
    rpID: relyingParty(deps.origin).id,
    userVerification: 'preferred',
    ...(userId && { allowCredentials: await credentialsOf(deps, userId) }),
  });
  await keepChallenge(deps, asked, options.challenge);
  return options;
}

async function credentialsOf({ db }: Deps, userId: string) {
  const rows = await findRows(db, 'passkeys', ['id', 'transports'], { user_id: userId });
  return rows.map(({ id, transports }) => ({
    id,
    ...(transports === '' ? {} : { transports: transports.split(',') }),
  }));
}
