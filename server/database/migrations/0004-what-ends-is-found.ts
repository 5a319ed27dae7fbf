import { type Kysely, sql } from 'kysely';

/**
 * Ways to find what the background work looks for among very many rows. Each of the indexes with a condition holds few
 * rows, so that writing the others costs nothing more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('verifications_expiry').on('verifications').column('expires_at').execute();
  await db.schema
    .createIndex('submissions_waiting')
    .on('submissions')
    .columns(['state', 'created_at'])
    .where('state', '<>', 'received')
    .execute();
  await db.schema
    .createIndex('audit_secret_changes')
    .on('audit')
    .column('seq')
    .where(sql.ref('action'), '=', 'secret-changed')
    .execute();
}
