import type { FastifyRequest } from 'fastify';
import { networkOf } from '#server/http/client-address.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import type { Session } from '../sessions.ts';
import { findFreshProof, type PasswordProof, proveByCode, proveByPassword } from './proof.ts';

/**
 * Proves who is signed in by what they typed, within the limits of guessing. Without a password, the code alone completes
 * a proof that lacks only that.
 */
export async function checkProof(
  deps: AccountsDeps & { readonly takeFromLimit: TakeFromLimit },
  request: FastifyRequest,
  session: Session,
  { password, code }: { readonly password: string | undefined; readonly code: string },
): Promise<PasswordProof | 'missing'> {
  const { takeFromLimit } = deps;
  if (password !== undefined) {
    await takeFromLimit('signInPerAddressAndIp', session.userId, networkOf(request));
    await takeFromLimit('signInPerAddress', session.userId);
  } else if ((await findFreshProof(deps, session)) !== 'code-needed') return 'missing';
  const giveBack = code === '' ? undefined : await takeFromLimit('codesPerAccount', session.userId);
  const result =
    password === undefined
      ? await proveByCode(deps, session, code)
      : await proveByPassword(deps, session, { password, code });
  if (result === 'proved') await giveBack?.();
  return result;
}
