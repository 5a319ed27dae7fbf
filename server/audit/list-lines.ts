import { type Expression, type SqlBool, sql } from 'kysely';
import { besidePlace, NEWEST, type Place } from '#server/database/beside-place.ts';
import type { Db } from '#server/database/database.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { AuditLine } from './record-action.ts';

export type WantedLines = {
  readonly action?: string | undefined;
  readonly from?: IsoTime | undefined;
  readonly before?: IsoTime | undefined;
  /** Of actors or subjects. */
  readonly hashes?: readonly string[] | undefined;
  readonly limit: number;
  /** The newest unless told. */
  readonly place?: Place;
};

/** The condition of the index `audit_action`, word for word. Sign-ins are not in it: there are so many that the newest are found by time. */
const isNoSignIn = sql<SqlBool>`action <> 'signed-in'`;

/** The lines that match, those next to a place first. */
export function listLines(
  db: Db,
  { action, from, before, hashes, limit, place = NEWEST }: WantedLines,
): Promise<AuditLine[]> {
  const found = db
    .selectFrom('audit')
    .selectAll()
    .where((eb) => {
      const conditions: Expression<SqlBool>[] = [];
      if (action !== undefined) conditions.push(eb('action', '=', action));
      if (action !== undefined && action !== 'signed-in') conditions.push(isNoSignIn);
      if (from !== undefined) conditions.push(eb('at', '>=', from));
      if (before !== undefined) conditions.push(eb('at', '<', before));
      if (hashes !== undefined) {
        conditions.push(eb.or([eb('subject', 'in', hashes), eb('actor', 'in', hashes)]));
      }
      return eb.and(conditions);
    });
  return besidePlace(found, sql`at`, place).limit(limit).execute();
}
