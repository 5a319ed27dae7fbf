import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely';

/** Submissions of the forms, analytics, popup proofs and answers to mails. Runs the same on SQLite and PostgreSQL. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('reauthenticated_at', 'text').execute();
  await db.schema.alterTable('outbox').addColumn('reply_to', 'text').execute();

  // Nothing ever wrote to it: no release had a form service.
  await db.schema.dropTable('messages').execute();
  await db.schema
    .createTable('submissions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('form', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('fields', 'text', (c) => c.notNull())
    .addColumn('idempotency_key', 'text')
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('payment_intent', 'text')
    .addColumn('amount', 'integer')
    .addColumn('currency', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('submissions_idempotency', ['form', 'idempotency_key'])
    .execute();
  await db.schema
    .createIndex('submissions_user')
    .on('submissions')
    .columns(['user_id', 'created_at'])
    .execute();
  await db.schema
    .createIndex('submissions_digest')
    .on('submissions')
    .columns(['digest', 'created_at'])
    .execute();
  await db.schema.createIndex('submissions_newest').on('submissions').column('created_at').execute();
  await db.schema
    .createTable('submission_files')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('submission_id', 'text', (c) => c.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('field', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('submission_files_submission')
    .on('submission_files')
    .column('submission_id')
    .execute();

  // Rows that are found by their key alone: SQLite then keeps them in the key's order, and no second copy of the keys.
  const byKeyAlone = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
    db.getExecutor().adapter instanceof SqliteAdapter ? table.modifyEnd(sql`without rowid`) : table;
  await byKeyAlone(
    db.schema
      .createTable('analytics_salts')
      .addColumn('day', 'text', (c) => c.primaryKey())
      .addColumn('salt', 'text', (c) => c.notNull()),
  ).execute();
  await byKeyAlone(
    db.schema
      .createTable('page_views')
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('device', 'text', (c) => c.notNull())
      .addColumn('views', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('page_views_key', ['day', 'path', 'device']),
  ).execute();
  await byKeyAlone(
    db.schema
      .createTable('visitor_sketches')
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('sketch', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('visitor_sketches_key', ['day', 'path']),
  ).execute();
  await byKeyAlone(
    db.schema
      .createTable('vitals')
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('device', 'text', (c) => c.notNull())
      .addColumn('metric', 'text', (c) => c.notNull())
      .addColumn('histogram', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('vitals_key', ['day', 'path', 'device', 'metric']),
  ).execute();
}
