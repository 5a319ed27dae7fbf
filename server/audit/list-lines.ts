import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { AuditLine } from './chain.ts';

export type WantedLines = {
  readonly action?: string | undefined;
  readonly from?: IsoTime | undefined;
  readonly before?: IsoTime | undefined;
  /** Of actors or subjects. */
  readonly hashes?: readonly string[] | undefined;
  readonly limit: number;
  readonly offset?: number;
};

/** The condition of the index `audit_action`, word for word. Sign-ins are not in it: there are so many that the newest are found by time. */
const isNoSignIn = sql<SqlBool>`action <> 'signed-in'`;

/** The newest lines that match. */
export function listLines(
  db: Db,
  { action, from, before, hashes, limit, offset = 0 }: WantedLines,
): Promise<AuditLine[]> {
  return db
    .selectFrom('audit')
    .selectAll()
    .where((eb) => {
      // Every line has a time: asked for by it, all of them are walked in that order and not sorted.
      const conditions: Expression<SqlBool>[] = [eb('at', '>=', from ?? '')];
      if (action !== undefined) conditions.push(eb('action', '=', action));
      if (action !== undefined && action !== 'signed-in') conditions.push(isNoSignIn);
      if (before !== undefined) conditions.push(eb('at', '<', before));
      if (hashes !== undefined) {
        conditions.push(eb.or([eb('subject', 'in', hashes), eb('actor', 'in', hashes)]));
      }
      return eb.and(conditions);
    })
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}
