import { type Kysely, sql } from 'kysely';

/**
 * Makes the audit lines a chain. Those from before have no place in it (`seq` is null), nor have those that processes
 * of the release before write while they still run.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audit').addColumn('seq', 'integer').execute();
  for (const column of ['actor', 'session', 'detail', 'key_id', 'previous_link', 'link'] as const) {
    await db.schema
      .alterTable('audit')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  }
  await db.schema.createIndex('audit_seq').unique().on('audit').column('seq').execute();
  await db.schema.createIndex('audit_subject').on('audit').columns(['subject', 'at']).execute();
  await db.schema
    .createTable('audit_head')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('link', 'text', (c) => c.notNull())
    .addColumn('first_seq', 'integer', (c) => c.notNull())
    .addColumn('before_first', 'text', (c) => c.notNull())
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('seal', 'text', (c) => c.notNull())
    .execute();
  // So that the first two writers find a row to wait for. It has no seal: the secret is not at hand here.
  await sql`insert into audit_head (id, seq, link, first_seq, before_first, key_id, seal)
    values ('head', 0, '', 1, '', '', '')`.execute(db);
}
