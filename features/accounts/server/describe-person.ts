import type { Deps } from '#server/feature.ts';
import { findSignInMethods } from './factors.ts';
import { undoOf } from './slots.ts';

/**
 * What an operator may see of a person's account; undefined when there is none.
 *
 * @public
 */
export async function describePerson(deps: Pick<Deps, 'features' | 'db'>, id: string, now: Date) {
  const { db } = deps;
  const person = await db
    .selectFrom('users')
    .select(({ selectFrom, fn }) => [
      'id',
      'name',
      'email',
      'created_at',
      'last_login',
      'closed_at',
      'closed_reason',
      selectFrom('sessions')
        .select(fn.countAll<number | string>().as('count'))
        .whereRef('user_id', '=', 'users.id')
        .where('expires_at', '>', now.toISOString())
        .as('sessions'),
      selectFrom('submissions')
        .select(fn.countAll<number | string>().as('count'))
        .whereRef('user_id', '=', 'users.id')
        .as('messages'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (person === undefined) return undefined;
  const frozen_at = (await undoOf(deps)?.frozenSince(db, id)) ?? null;
  return { ...person, frozen_at, methods: await findSignInMethods(deps, db, id) };
}
