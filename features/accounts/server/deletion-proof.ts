import type { FastifyRequest } from 'fastify';
import { isSameName } from '#contract/display-name.ts';
import { PROOF_MISSING } from '#features/accounts/refusals.ts';
import type { Tx } from '#server/database/database.ts';
import type { AppDeps, Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { checkProof } from './check-proof.ts';
import { isGuarded } from './factors.ts';
import { passwordFactor } from './password-factor.ts';
import { findProof, oldestProof, requireProofIn, type TypedProof, withProof } from './proof.ts';
import type { Session } from './sign-in-types.ts';
import { shownName } from './users.ts';

/**
 * Notes that the owner wants the account deleted: the name is right, and who is signed in is proved, by what comes with the name
 * or just before it (docs/product.md, "Deletion").
 */
export async function proveForDeletion(
  deps: Deps & Pick<AppDeps, 'takeFromLimit' | 'cookies'>,
  request: FastifyRequest,
  session: Session,
  { name, password, code }: TypedProof & { readonly name: string },
): Promise<Awaited<ReturnType<typeof checkProof>> | 'wrong-name'> {
  const user = await deps.db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', session.userId)
    .executeTakeFirst();
  if (user === undefined || !isSameName(shownName(user), name)) return 'wrong-name';
  const hasPassword = (await passwordFactor.list(deps.db, session.userId)).length > 0;
  // The password is asked for anew, although it may have been shown for something else just now.
  if (hasPassword && password === undefined && !(await isGuarded(deps, deps.db, session.userId)))
    return 'wrong-password';
  const typed = { password: hasPassword ? password : undefined, code };
  if (typed.password !== undefined || code !== undefined) {
    const result = await checkProof(deps, request, session, typed);
    if (result !== 'proved') return result;
  } else {
    const state = await findProof(deps, deps.db, session);
    if (state === 'second-needed') return state;
    if (state !== 'proved') return 'not-fresh';
  }
  await withProof(deps, session, async (tx) => {
    await tx
      .updateTable('sessions')
      .set({ proved_at: deps.clock().toISOString() })
      .where('id', '=', session.id)
      .execute();
  });
  return 'proved';
}

/** Looks once more, with the account's row locked, whether its owner wants it deleted and is proved. Refuses otherwise. */
export async function requireDeletionIn(
  deps: Pick<Deps, 'features' | 'clock'>,
  tx: Tx,
  session: Session,
): Promise<void> {
  await requireProofIn(deps, tx, session);
  const { proved_at } = await tx
    .selectFrom('sessions')
    .select('proved_at')
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow();
  if (proved_at === null || proved_at < oldestProof(deps.clock())) refuse(PROOF_MISSING);
}
