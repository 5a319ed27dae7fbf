import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { type Person, type Row, type TableRules, tablesOf } from '#server/database/tables.ts';
import type { Feature, SiteDeps } from '#server/feature.ts';

export type OwnTable = TableRules & Required<Pick<TableRules, 'where' | 'order'>> & { readonly name: string };

/**
 * Lists the tables about a person, in the order of the features. For a person who proved only access to the mailbox, lists only
 * the tables with `isOfMailbox`.
 */
export function ownTables(features: readonly Feature[], person?: Pick<Person, 'id'>): readonly OwnTable[] {
  return Object.entries(tablesOf(features)).flatMap(([name, rules]) => {
    const { where, order, isOfMailbox } = rules;
    if (where === undefined || order === undefined) return [];
    return person?.id === null && isOfMailbox === undefined ? [] : [{ ...rules, where, order, name }];
  });
}

/** A person who proved only access to the mailbox. Rows of an account with this address are excluded. */
export function personOfMailbox(email: string): Person {
  return { id: null, email, subjects: [] };
}

export async function countOwn({ db, features }: SiteDeps, person: Person): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name, where } of ownTables(features, person)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)} where ${where(person)}`.execute(db);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** The maximum rows in memory at once. A row may contain a form of 256 KiB. */
const PAGE = 50;

/** A function that throws when the receiver may no longer get the data. */
export type StillMay = () => Promise<void>;

/** Reads a person's rows by pages. Calls `stillMay` before each page. Rows added during the export may be missing. */
export async function* ownRows(
  db: Db,
  person: Person,
  { name, where, shown, order, given = (row) => row }: OwnTable,
  stillMay: StillMay = async () => {},
): AsyncGenerator<Row> {
  const read = sql.join([...new Set([...shown, ...order])].map((column) => sql.ref(column)));
  const by = sql.join(order.map((column) => sql.ref(column)));
  for (let later = sql``; ; ) {
    const { rows } = await sql<Row>`select ${read} from ${sql.table(name)}
      where (${where(person)}) ${later} order by ${by} limit ${sql.lit(PAGE)}`.execute(db);
    await stillMay();
    for (const row of rows)
      yield given(Object.fromEntries(shown.map((column) => [column, row[column] ?? null])), person);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    later = sql`and (${by}) > (${sql.join(order.map((column) => last[column]))})`;
  }
}
