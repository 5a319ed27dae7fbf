import type { Logger } from 'pino';
import type { Db } from '#server/database/database.ts';
import { type AuditHead, keyIdOf } from './chain.ts';
import { holdHead, readHead } from './head.ts';
import { type AuditDeps, recordAction } from './record-action.ts';

export type ChainEnd = Pick<AuditHead, 'seq' | 'link'>;

/**
 * Keeps that the secret was changed, once, by whichever process first comes with the new one. To be called at start;
 * without it, lines of a secret that nobody knows any more could not be told from forged ones.
 */
export function recordSecretChange(deps: AuditDeps & { readonly db: Db }): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    const { seq, key_id } = await holdHead(tx);
    const own = keyIdOf(deps.keyring[0]);
    if (seq === 0 || key_id === own) return;
    const known = await tx
      .selectFrom('audit')
      .select('id')
      .where('seq', 'is not', null)
      .where('key_id', '=', own)
      .limit(1)
      .executeTakeFirst();
    if (known === undefined) await recordAction(deps, tx, { action: 'secret-changed', actor: 'system' });
  });
}

/**
 * Logs where the chain ends. A log that is kept elsewhere shows what no check of the database can: that the end, and
 * maybe all of it, was put back to an earlier state. Never throws.
 *
 * @param last the answer of the time before: when the chain no longer contains it, that is logged as an error
 */
export async function logChainEnd(
  db: Db,
  log: Pick<Logger, 'info' | 'error'>,
  last?: ChainEnd,
): Promise<ChainEnd | undefined> {
  try {
    const { seq, link, first_seq } = await readHead(db);
    log.info({ seq, link, firstSeq: first_seq }, 'where the audit log ends');
    if (last !== undefined && last.seq >= first_seq && (await linkAt(db, last.seq)) !== last.link)
      log.error(last, 'the audit log went back: it no longer has the line that it ended with before');
    return { seq, link };
  } catch (err) {
    log.error({ err }, 'the end of the audit log could not be read');
    return last;
  }
}

async function linkAt(db: Db, seq: number): Promise<string | undefined> {
  const line = await db.selectFrom('audit').select('link').where('seq', '=', seq).executeTakeFirst();
  return line?.link;
}
