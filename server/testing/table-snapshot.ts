import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { tablesOf } from '#server/database/tables.ts';
import { FEATURES } from '#server/features.ts';

/** Every row that is somebody's, to show that nothing was stored. */
export async function snapshotTables(db: Db): Promise<unknown> {
  const tables = Object.entries(tablesOf(FEATURES)).flatMap(([name, { where }]) => (where ? [name] : []));
  const rows = await Promise.all(
    tables.map(async (table) => {
      const all = await sql`select * from ${sql.table(table)}`.execute(db);
      return all.rows.map((row) => JSON.stringify(row)).sort();
    }),
  );
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]]));
}
