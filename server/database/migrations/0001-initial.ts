import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely';

/** The whole schema. Runs the same on SQLite and PostgreSQL. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('gender', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('dob', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('about', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('last_login', 'text')
    .addColumn('login_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('verification_sent_at', 'text')
    .addColumn('verification_attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable('passwords')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('provider_accounts')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('provider_accounts_key', ['provider', 'account_id'])
    .execute();
  await db.schema.createIndex('provider_accounts_user').on('provider_accounts').column('user_id').execute();

  await db.schema
    .createTable('sign_ups')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('gender', 'text', (c) => c.notNull())
    .addColumn('dob', 'text', (c) => c.notNull())
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('browser', 'text', (c) => c.notNull().unique())
    .addColumn('browser_expires_at', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('sent_at', 'text', (c) => c.notNull())
    .addColumn('link_hash', 'text', (c) => c.unique())
    .addColumn('link_expires_at', 'text')
    .addColumn('taken', 'integer', (c) => c.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('sign_ups_password')
    .on('sign_ups')
    .columns(['email', 'password_hash', 'created_at'])
    .execute();
  await db.schema.createIndex('sign_ups_expiry').on('sign_ups').column('expires_at').execute();

  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('remembered', 'integer', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('proved_at', 'text')
    .addColumn('reauthenticated_at', 'text')
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
  await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute();

  await db.schema
    .createTable('jwks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('private_key', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('reset_links')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('reset_links_user').on('reset_links').column('user_id').execute();
  await db.schema.createIndex('reset_links_expiry').on('reset_links').column('expires_at').execute();

  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('reply_to', 'text')
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text_body', 'text', (c) => c.notNull())
    .addColumn('html_body', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text', (c) => c.notNull())
    .addColumn('leased_until', 'text')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('sent_at', 'text')
    .execute();
  await db.schema.createIndex('outbox_due').on('outbox').columns(['state', 'next_attempt_at']).execute();
  await db.schema.createIndex('outbox_newest').on('outbox').column('created_at').execute();
  await db.schema.createIndex('outbox_user').on('outbox').column('user_id').execute();
  await db.schema
    .createIndex('outbox_requested')
    .on('outbox')
    .columns(['kind', 'next_attempt_at'])
    .where(sql.ref('state'), '=', 'requested')
    .execute();
  await db.schema
    .createIndex('outbox_recipient')
    .on('outbox')
    .columns(['recipient', 'state', 'kind', 'network', 'created_at'])
    .execute();
  await db.schema
    .createIndex('outbox_network')
    .on('outbox')
    .column('created_at')
    .where(sql.ref('network'), '<>', '')
    .execute();

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
  await db.schema
    .createIndex('submissions_waiting')
    .on('submissions')
    .columns(['state', 'created_at'])
    .where('state', '<>', 'received')
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

  await db.schema
    .createTable('audit')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('session', 'text', (c) => c.notNull())
    .addColumn('seq', 'integer')
    .addColumn('link', 'text', (c) => c.notNull())
    .execute();
  // Also finds the lines that are not sealed yet: those without a place.
  await db.schema.createIndex('audit_seq').unique().on('audit').column('seq').execute();
  await db.schema.createIndex('audit_subject').on('audit').columns(['subject', 'at']).execute();
  await db.schema
    .createTable('audit_head')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('link', 'text', (c) => c.notNull())
    .addColumn('first_seq', 'integer', (c) => c.notNull())
    .addColumn('before_first', 'text', (c) => c.notNull())
    .addColumn('seal', 'text', (c) => c.notNull())
    .execute();
}
