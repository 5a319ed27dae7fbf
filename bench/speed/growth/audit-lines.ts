import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import { type AuditLine, hashedId, lineValues, mac } from '#server/audit/chain.ts';
import { readHead, storeHead } from '#server/audit/head.ts';
import type { Db, Tx } from '#server/database/database.ts';

const AT_ONCE = 5_000;

/**
 * A chain of lines as the site seals them, of sign-ins of so many people, a minute apart up to now. All at once: line
 * by line, each in a transaction of its own, a hundred thousand would take minutes.
 */
export async function addAuditLines(
  db: Db,
  secret: string,
  count: number,
  idOf: (user: number) => string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const head = await readHead(tx, { keyring: [secret] });
    let { seq, link } = head;
    const now = Date.now();
    for (let from = 0; from < count; from += AT_ONCE) {
      const lines: AuditLine[] = [];
      for (let place = from; place < Math.min(count, from + AT_ONCE); place++) {
        const subject = hashedId(secret, 'subject', idOf(place + 1));
        const line = {
          id: crypto.randomUUID(),
          at: new Date(now - (count - place) * 60_000).toISOString(),
          action: 'signed-in',
          detail: 'password',
          actor: subject,
          subject,
          session: hashedId(secret, 'session', idOf(place + 1)),
          seq: ++seq,
        };
        link = mac(secret, lineValues(line, link));
        lines.push({ ...line, link });
      }
      await insertLines(tx, lines).execute(tx);
    }
    await storeHead(tx, [secret], { ...head, seq, link });
  });
}

const COLUMNS = [
  'id',
  'at',
  'action',
  'detail',
  'actor',
  'subject',
  'session',
  'seq',
  'link',
] satisfies readonly (keyof AuditLine)[];

/** As one value: thousands of lines have more of them than a statement may. */
function insertLines(tx: Tx, lines: readonly AuditLine[]): RawBuilder<unknown> {
  const names = sql.join(COLUMNS.map((name) => sql.ref(name)));
  const json = JSON.stringify(lines);
  if (!(tx.getExecutor().adapter instanceof SqliteAdapter))
    return sql`insert into audit (${names}) select ${names} from json_populate_recordset(null::audit, ${json}::json)`;
  const values = sql.join(COLUMNS.map((name) => sql`value ->> ${sql.lit(name)}`));
  return sql`insert into audit (${names}) select ${values} from json_each(${json})`;
}
