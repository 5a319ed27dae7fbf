import type { Expression, Selectable, SqlBool } from 'kysely';
import { hashedId } from '#server/audit/chain.ts';
import type { Db } from '#server/database/database.ts';
import type { AuditTable, IsoTime } from '#server/database/schema.ts';
import { printableJson } from '#server/printable-text.ts';
import type { OperatorDeps } from '../operator-deps.ts';
import { table } from '../table.ts';

/** Enough to see that two lines are of the same account; JSON has all of it. */
const SHORT = 8;

type Wanted = {
  readonly action: string | undefined;
  readonly from: IsoTime | undefined;
  readonly before: IsoTime | undefined;
  readonly limit: number;
};

/** `audit list`: the newest lines that match. */
export async function listAudit(
  deps: OperatorDeps,
  { account, ...wanted }: Wanted & { readonly account: string | undefined },
  format: string,
): Promise<void> {
  const { print, columns } = deps;
  const db = await deps.openDb();
  const hashes = account === undefined ? undefined : await hashesOf(deps, db, account);
  const lines = await newestLines(db, { ...wanted, hashes });
  if (format === 'json') return print(printableJson(lines));
  if (lines.length === 0) return print('No line matches.');
  const rows = lines.map(({ seq, at, actor, subject, session, action, detail }) => [
    seq === null ? '–' : String(seq),
    at.slice(0, 19).replace('T', ' '),
    actor.slice(0, SHORT),
    subject.slice(0, SHORT),
    session.slice(0, SHORT),
    `${action} ${detail}`,
  ]);
  print(table(['PLACE', 'WHEN (UTC)', 'BY', 'ABOUT', 'SESSION', 'ACTION'], rows, columns));
}

function newestLines(
  db: Db,
  wanted: Wanted & { readonly hashes: readonly string[] | undefined },
): Promise<Selectable<AuditTable>[]> {
  const { action, from, before, hashes, limit } = wanted;
  return db
    .selectFrom('audit')
    .selectAll()
    .where((eb) => {
      const conditions: Expression<SqlBool>[] = [];
      if (action !== undefined) conditions.push(eb('action', '=', action));
      if (from !== undefined) conditions.push(eb('at', '>=', from));
      if (before !== undefined) conditions.push(eb('at', '<', before));
      if (hashes !== undefined) {
        conditions.push(eb.or([eb('subject', 'in', hashes), eb('actor', 'in', hashes)]));
      }
      return eb.and(conditions);
    })
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}

/** What stands for an account in lines made with any of the secrets that we have. */
async function hashesOf(deps: OperatorDeps, db: Db, account: string): Promise<string[]> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', account.trim().toLowerCase())
    .executeTakeFirst();
  const id = user?.id ?? account;
  return deps.keyring().map((secret) => hashedId(secret, 'subject', id));
}
