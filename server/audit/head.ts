import { PostgresAdapter, sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import { prepareQuery, type Values } from '#server/database/prepare-query.ts';
import { type AuditHead, keyIdOf, sealOf } from './chain.ts';

const ID = 'head';

/** Who holds the head sends its next statement within milliseconds, or stands still. */
const STANDS_STILL_AFTER = '3s';

export async function readHead(db: Db | Tx): Promise<AuditHead> {
  return theOne(await select(db, {}));
}

const select = prepareQuery((db) => db.selectFrom('audit_head').selectAll().where('id', '=', ID));
const selectAndHold = prepareQuery((db) =>
  db.selectFrom('audit_head').selectAll().where('id', '=', ID).forUpdate(),
);
const update = prepareQuery((db, value: Values<Omit<AuditHead, 'id'>>) =>
  db
    .updateTable('audit_head')
    .set({
      seq: value('seq'),
      link: value('link'),
      first_seq: value('first_seq'),
      before_first: value('before_first'),
      key_id: value('key_id'),
      seal: value('seal'),
    })
    .where('id', '=', ID),
);

/** The migration made it, and nothing removes it. */
function theOne([head]: readonly AuditHead[]): AuditHead {
  if (head === undefined) throw new Error('The audit log has lost its head.');
  return head;
}

/**
 * The head, held until the transaction ends: whoever else writes a line waits. To be taken as the last lock of a
 * transaction, so that nobody waits long, and nobody who waits for it holds it. PostgreSQL ends the transaction of a
 * process that stands still (was stopped, or lost its network) meanwhile: all sign-ins would wait for it.
 */
export async function holdHead(tx: Tx): Promise<AuditHead> {
  // SQLite has one writer at a time anyway.
  const isShared = tx.getExecutor().adapter instanceof PostgresAdapter;
  if (!isShared) return readHead(tx);
  await sql`select set_config('idle_in_transaction_session_timeout', ${STANDS_STILL_AFTER}, true)`.execute(
    tx,
  );
  return theOne(await selectAndHold(tx, {}));
}

/** Stores where the chain begins and ends now, sealed. Only for who holds the head. */
export async function storeHead(
  tx: Tx,
  secret: string,
  place: Pick<AuditHead, 'seq' | 'link' | 'first_seq' | 'before_first'>,
): Promise<AuditHead> {
  const { seq, link, first_seq, before_first } = place;
  const open = { id: ID, seq, link, first_seq, before_first, key_id: keyIdOf(secret) };
  const head = { ...open, seal: sealOf(secret, open) };
  await update(tx, head);
  return head;
}
