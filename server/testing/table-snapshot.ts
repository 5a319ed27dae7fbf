import type { Db } from '#server/database/database.ts';

/** Every row that an account could be made of, to show that nothing was stored. */
export async function snapshotTables(db: Db): Promise<unknown> {
  const tables = ['users', 'accounts', 'sessions', 'mail_links', 'outbox', 'audit'] as const;
  const rows = await Promise.all(
    tables.map((table) => db.selectFrom(table).selectAll().orderBy('id').execute()),
  );
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]]));
}
