import { randomUUID } from 'node:crypto';
import { readHead } from '#server/audit/head.ts';
import { type AuditDeps, recordAlone } from '#server/audit/record-action.ts';
import type { Db } from '#server/database/database.ts';

export const CHAIN_SECRET = 'a secret of the chain, long enough to pass';

export type Writer = AuditDeps & { readonly db: Db };

/** What writes lines at `db`, one second apart from a moment on. */
export function chainWriter(db: Db, others: Partial<AuditDeps> = {}): Writer {
  let now = Date.parse('2026-11-21T10:00:00.000Z');
  return {
    db,
    clock: () => {
      now += 1_000;
      return new Date(now);
    },
    newId: () => randomUUID(),
    keyring: [CHAIN_SECRET],
    ...others,
  };
}

/** An empty log, as after the migration, with so many lines in it. */
export async function freshChain(writer: Writer, lines: number): Promise<void> {
  await writer.db.deleteFrom('audit').execute();
  await writer.db
    .updateTable('audit_head')
    .set({ seq: 0, link: '', first_seq: 1, before_first: '', key_id: '', seal: '' })
    .execute();
  for (let line = 1; line <= lines; line++) await recordLine(writer, `person-${line}`);
}

export function recordLine(writer: Writer, account: string): Promise<void> {
  return recordAlone(writer, {
    action: 'signed-in',
    actor: { account },
    subject: account,
    session: `session of ${account}`,
    detail: 'password',
  });
}

/** The newest line's place. */
export async function endOfChain(db: Db): Promise<number> {
  return (await readHead(db)).seq;
}
