import type { UsedWay } from '#features/accounts/server/sign-in-types.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import type { WaysBefore } from './note-change.ts';
import { hasGuard, hasSameSecondStep, hasWay, readWaysIn } from './ways-in.ts';

/** The changes that freeze an account, the oldest first. */
export async function findContested(db: Db | Tx, userId: string) {
  const rows = await db
    .selectFrom('account_changes')
    .select(['id', 'kind', 'detail', 'before', 'created_at'])
    .where('user_id', '=', userId)
    .where('contested_at', 'is not', null)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({ ...row, before: JSON.parse(row.before) as WaysBefore }));
}

/** Whether somebody says that a change was not theirs. Asked only when a sign-in came to nothing. */
export async function isFrozen(db: Db | Tx, userId: string): Promise<boolean> {
  return (await findContested(db, userId)).length > 0;
}

export async function frozenSince(db: Db | Tx, userId: string): Promise<string | undefined> {
  const { since } = await db
    .selectFrom('account_changes')
    .select(({ fn }) => fn.min('contested_at').as('since'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return since ?? undefined;
}

/**
 * Whether an account is frozen for this way in. One that was there before every contested change still opens it, with the
 * second step of then; the one that a contested sign-in used does not. Call it with the account's row locked.
 *
 * @param used `isTwoSteps`: it is two steps by itself
 */
export async function isFrozenFor(
  deps: Pick<Deps, 'features'>,
  tx: Tx,
  userId: string,
  used: UsedWay & { readonly isTwoSteps: boolean },
): Promise<boolean> {
  const contested = await findContested(tx, userId);
  if (contested.length === 0) return false;
  const now = await readWaysIn(deps, tx, userId);
  return contested.some(
    ({ before }) =>
      now === undefined ||
      !hasWay(deps, before, used) ||
      (before.used?.way === used.way && before.used.credential === used.credential) ||
      (!used.isTwoSteps && !hasSameSecondStep(deps, before, now)),
  );
}

/**
 * Whether a mailbox is enough to open the account again: only where nothing but a password ever stood beside it, and where it is
 * still the mailbox of then. Call it with the account's row locked.
 */
export async function mayReset(deps: Pick<Deps, 'features'>, tx: Tx, userId: string): Promise<boolean> {
  const contested = await findContested(tx, userId);
  if (contested.length === 0) return true;
  const now = await readWaysIn(deps, tx, userId);
  return (
    !hasGuard(deps, now) &&
    contested.every(({ before }) => before.email === now?.email && !hasGuard(deps, before))
  );
}

/** Whether the account was guarded before the first contested change; undefined where none is contested. */
export async function wasGuarded(
  deps: Pick<Deps, 'features'>,
  db: Db | Tx,
  userId: string,
): Promise<boolean | undefined> {
  const [first] = await findContested(db, userId);
  return first && hasGuard(deps, first.before);
}
