import type { LinkAnswer } from '#features/accounts/bodies.ts';
import type { Deps } from '#server/feature.ts';
import type { ShownAge } from './age.ts';
import { findByLink, isOwnSignUp, needsBirthDate } from './confirm.ts';
import { hashToken } from './hashes.ts';
import { findResetLink } from './password-reset.ts';

type Described = {
  readonly token: string;
  /** The token of this browser's pending cookie. */
  readonly pending: string | undefined;
  /** As for `confirmAddress`. */
  readonly age: ShownAge;
};

/**
 * Whose address a mailed link is for and whether its page must ask for a password; null for a link that no longer
 * works. Changes nothing: who has the token can read that mailbox.
 */
export async function describeLink(
  deps: Pick<Deps, 'features' | 'db' | 'clock'>,
  { token, pending, age }: Described,
): Promise<LinkAnswer['data']> {
  const tokenHash = hashToken(token);
  const signUp = await findByLink(deps.db, tokenHash, deps.clock());
  if (signUp !== undefined) {
    const isOwn = isOwnSignUp(signUp, pending);
    const asks = needsBirthDate(signUp, isOwn, age) ? ({ needsBirthDate: true } as const) : {};
    return { email: signUp.email, needsPassword: !isOwn, ...asks };
  }
  const reset = await findResetLink(deps, tokenHash);
  if (reset !== undefined) return { email: reset.email, needsPassword: true };
  for (const { addressOfLink } of deps.features) {
    const email = await addressOfLink?.(deps, token);
    if (email !== undefined) return { email, needsPassword: false };
  }
  return null;
}
