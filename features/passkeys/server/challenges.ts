import { z } from 'zod';
import { hashToken } from '#features/accounts/server/hashes.ts';
import type { PasskeyPurpose } from '#features/passkeys/bodies.ts';
import type { Deps } from '#server/feature.ts';

/** Long enough to find the right device. */
export const CHALLENGE_SECONDS = 5 * 60;

type ChallengeDeps = Pick<Deps, 'db' | 'clock'>;

/** Who was asked, and what for. */
export type Asked = {
  readonly purpose: PasskeyPurpose;
  /** The token of the passkey cookie. */
  readonly browser: string;
  /** Who is signed in; absent for a sign-in. */
  readonly userId?: string | undefined;
};

export async function keepChallenge(
  { db, clock }: ChallengeDeps,
  { purpose, browser, userId = undefined }: Asked,
  challenge: string,
): Promise<void> {
  const expires = new Date(clock().getTime() + CHALLENGE_SECONDS * 1_000);
  await db
    .insertInto('webauthn_challenges')
    .values({
      challenge,
      token_hash: hashToken(browser),
      purpose,
      user_id: userId ?? null,
      expires_at: expires.toISOString(),
    })
    .execute();
}

/**
 * The challenge that the browser signed, if it was asked to and for the same purpose. Nobody can answer it again, even
 * when what the browser sent turns out to be wrong. Several tabs of a browser may be asked at once.
 */
export async function spendChallenge(
  { db, clock }: ChallengeDeps,
  { purpose, browser, userId }: Asked,
  clientData: string,
): Promise<string | undefined> {
  const challenge = challengeIn(clientData);
  if (challenge === undefined) return undefined;
  const { numDeletedRows } = await db
    .deleteFrom('webauthn_challenges')
    .where('challenge', '=', challenge)
    .where('token_hash', '=', hashToken(browser))
    .where('purpose', '=', purpose)
    .where('user_id', userId === undefined ? 'is' : '=', userId ?? null)
    .where('expires_at', '>', clock().toISOString())
    .executeTakeFirst();
  return numDeletedRows === 1n ? challenge : undefined;
}

const signed = z.object({ challenge: z.base64url() });

function challengeIn(clientData: string): string | undefined {
  try {
    return signed.parse(JSON.parse(Buffer.from(clientData, 'base64url').toString())).challenge;
  } catch {
    return undefined;
  }
}
