import { DELETION_PROOF_MINUTES } from '#contract/limits.ts';
import type { Caller } from './caller.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { freshSalt, hashPassword, saltOf } from './passwords.ts';
import { isSameText } from './same-text.ts';

export type DeletionProofResult = { readonly kind: 'proved' | 'wrong-name' | 'wrong-password' };

/** Marks the caller's session as proved when name and password are right; otherwise nothing changes (decisions §3.11). */
export async function proveForDeletion(
  deps: Pick<IdentityDeps, 'db' | 'clock'>,
  caller: Caller,
  typed: { name: string; password: string },
): Promise<DeletionProofResult> {
  const user = await deps.db
    .selectFrom('users as u')
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.account_id', '=', 'u.id').on('a.provider_id', '=', 'credential'),
    )
    .select(['u.name', 'a.password'])
    .where('u.id', '=', caller.userId)
    .executeTakeFirst();
  if (user === undefined || user.name !== typed.name.trim()) return { kind: 'wrong-name' };
  const hash = await hashPassword(
    typed.password,
    user.password === null ? freshSalt() : saltOf(user.password),
  );
  if (user.password === null || !isSameText(hash, user.password)) return { kind: 'wrong-password' };
  await deps.db
    .updateTable('sessions')
    .set({ proved_at: deps.clock().toISOString() })
    .where('id', '=', caller.sessionId)
    .execute();
  return { kind: 'proved' };
}

export function hasFreshProof(caller: Caller, now: Date): boolean {
  return (
    caller.provedAt !== null && now.getTime() - Date.parse(caller.provedAt) <= DELETION_PROOF_MINUTES * 60_000
  );
}
