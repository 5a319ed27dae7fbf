import { type Expression, type SqlBool, sql } from 'kysely';
import { addressKey } from '#contract/address.ts';
import { besidePlace, NEWEST, type Place } from '#server/database/beside-place.ts';
import type { Db } from '#server/database/database.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import { type AuditLine, hashedId } from './record-action.ts';

export type WantedLines = {
  readonly action?: string | undefined;
  readonly from?: IsoTime | undefined;
  readonly before?: IsoTime | undefined;
  /** What stands for an account that did it or that it was done to. */
  readonly hashes?: readonly string[] | undefined;
  readonly limit: number;
  /** The newest unless told. */
  readonly place?: Place;
};

/** The condition of the index `audit_action`, word for word. Sign-ins are not in it: there are so many that the newest are found by time. */
const isNoSignIn = sql<SqlBool>`action <> 'signed-in'`;

/** What stands for an account in lines made with any of the site's secrets; of one that is gone, by its id. */
export async function hashesOfAccount(
  { db, keyring }: { readonly db: Db; readonly keyring: Keyring },
  addressOrId: string,
): Promise<string[]> {
  const id = await accountOf({ db }, addressOrId);
  return keyring.map((secret) => hashedId(secret, 'subject', id));
}

/** The id of the account of an address; anything else is taken for an id. */
export async function accountOf({ db }: { readonly db: Db }, addressOrId: string): Promise<string> {
  const address = addressKey(addressOrId);
  const user =
    address === undefined
      ? undefined
      : await db.selectFrom('users').select('id').where('email', '=', address).executeTakeFirst();
  return user?.id ?? addressOrId.trim();
}

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
      if (hashes !== undefined) conditions.push(isOf(hashes));
      return eb.and(conditions);
    });
  // The lines of one account are few, found by it: else an index in the order of time would be walked to its end.
  const time = hashes === undefined ? sql`at` : sql`at || ''`;
  return besidePlace(found, time, place).limit(limit).execute();
}

/** By one index for each part. The condition of the index `audit_actor` stands here word for word. */
const isOf = (hashes: readonly string[]) => sql<SqlBool>`id in (
  select id from audit where subject in (${sql.join(hashes)})
  union all select id from audit where actor in (${sql.join(hashes)}) and actor <> subject)`;
