import { prepareQuery, type Values } from '#server/database/prepare-query.ts';

/**
 * Makes room for one more row of a person, of whom a table keeps so many: deletes the one with the earliest time. At
 * most one has to go, since whoever adds one does this before.
 */
export const makeRoom = (
  table: 'sessions' | 'devices' | 'trusted_browsers',
  time: 'last_used_at' | 'expires_at',
  most: number,
) =>
  prepareQuery((db, value: Values<{ userId: string }>) =>
    db.deleteFrom(table).where('id', '=', ({ selectFrom }) =>
      selectFrom(table)
        .select('id')
        .where('user_id', '=', value('userId'))
        .orderBy(db.dynamic.ref(time), 'desc')
        .limit(1)
        .offset(most - 1),
    ),
  );
