import { TRUSTED_DAYS } from '#contract/limits.ts';
import type { Tx } from '#server/database/database.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import { makeRoom } from '../make-room.ts';
import { secondsAfter } from '../sign-ups.ts';
import { hashToken } from '../token-hash.ts';

export const TRUSTED_SECONDS = TRUSTED_DAYS * 24 * 60 * 60;
const MAX_TRUSTED = 100;
const endOldest = makeRoom('trusted_browsers', 'expires_at', MAX_TRUSTED);

/**
 * Remembers that this browser needs no code for the account. It gets a new token, also for the other accounts that trust
 * it, so that a token that somebody slipped in is of no use.
 *
 * @param token the cookie that the browser had until now
 * @returns the token for the new one, which is stored nowhere
 */
export async function trustBrowser(
  { clock, newId, newToken }: Pick<AccountsDeps, 'clock' | 'newId' | 'newToken'>,
  tx: Tx,
  { userId, token }: { userId: string; token: string | undefined },
): Promise<string> {
  const now = clock();
  const fresh = newToken();
  const row = { token_hash: hashToken(fresh), expires_at: secondsAfter(now, TRUSTED_SECONDS) };
  if (token !== undefined)
    await tx
      .updateTable('trusted_browsers')
      .set({ token_hash: row.token_hash })
      .where('token_hash', '=', hashToken(token))
      .execute();
  await endOldest(tx, { userId });
  await tx
    .insertInto('trusted_browsers')
    .values({ ...row, id: newId(), user_id: userId, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet(row))
    .execute();
  return fresh;
}
