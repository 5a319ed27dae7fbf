import { z } from 'zod';
import { hashToken } from '#features/accounts/server/hashes.ts';
import type { PasskeyPurpose } from '#features/passkeys/bodies.ts';
import { insertRow } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { secondsAfter } from '#server/time.ts';

/** Long enough to find the right device. */
export const CHALLENGE_SECONDS = 5 * 60;

/** Who was asked, and what for. */
export type Asked = {
  readonly purpose: PasskeyPurpose;
  /** The token of the passkey cookie. */
  readonly browser: string;
  /** Who is signed in; absent for a sign-in. */
  readonly userId?: string | null;
};

export async function keepChallenge(
  { db, clock }: Deps,
  { purpose, browser, userId = null }: Asked,
  challenge: string,
): Promise<void> {
  await insertRow(db, 'webauthn_challenges', {
    challenge,
    token_hash: hashToken(browser),
    purpose,
    user_id: userId,
    expires_at: secondsAfter(clock(), CHALLENGE_SECONDS),
  });
}

/**
 * The challenge that the browser signed, if it was asked to and for the same purpose. Nobody can answer it again, even
 * when what the browser sent turns out to be wrong. Several tabs of a browser may be asked at once.
 */
export async function spendChallenge(
  { db, clock }: Deps,
  { purpose, browser, userId = null }: Asked,
  clientData: string,
): Promise<string | undefined> {
  const challenge = challengeIn(clientData);
  if (challenge === undefined) return undefined;
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

const signed = z.object({ challenge: z.base64url() });

function challengeIn(clientData: string): string | undefined {
  try {
    return signed.parse(JSON.parse(Buffer.from(clientData, 'base64url').toString())).challenge;
  } catch {
    return undefined;
  }
}
