import type { Db } from '#server/database/database.ts';

/** Every row that an account could be made of, to show that nothing was stored. */
export async function snapshotTables(db: Db): Promise<unknown> {
  const tables = [
    'users',
    'passwords',
    'provider_accounts',
    'passkeys',
    'second_steps',
    'recovery_codes',
    'trusted_browsers',
    'sign_in_steps',
    'account_changes',
    'sign_ups',
    'sessions',
    'devices',
    'reset_links',
    'address_changes',
    'outbox',
    'audit',
  ] as const;
  const rows = await Promise.all(
    tables.map(async (table) => {
      const all = await db.selectFrom(table).selectAll().execute();
      return all.map((row) => JSON.stringify(row)).sort();
    }),
  );
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]]));
}
