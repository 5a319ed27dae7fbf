import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';

/** A place in a list that is in the order of a time and an id, and which side of it is asked for. */
export type Place = { readonly side: 'older' | 'newer'; readonly at: string; readonly id: string };

/** Where a list of the newest begins, and one of the oldest. */
export const NEWEST: Place = { side: 'older', at: '9999', id: '' };
export const OLDEST: Place = { side: 'newer', at: '', id: '' };

/**
 * The rows on one side of a place, the nearest first. The condition is always there: by it, an index of the time finds them
 * without a sort, however far down the list they are.
 */
export function besidePlace<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  time: Expression<unknown>,
  { side, at, id }: Place,
): SelectQueryBuilder<DB, TB, O> {
  const isBeside = side === 'older' ? sql`<` : sql`>`;
  const order = side === 'older' ? 'desc' : 'asc';
  return query
    .where(sql<SqlBool>`(${time}, id) ${isBeside} (${at}, ${id})`)
    .orderBy(time, order)
    .orderBy(sql`id`, order);
}
