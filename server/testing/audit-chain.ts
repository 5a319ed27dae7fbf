import { randomUUID } from 'node:crypto';
import type { AuditHead, AuditLine } from '#server/audit/chain.ts';
import { type AuditDeps, recordAlone } from '#server/audit/record-action.ts';
import { sealLines } from '#server/audit/sealing.ts';
import { type KeptSeal, verifyChain } from '#server/audit/verify-chain.ts';
import type { Db } from '#server/database/database.ts';
import { openTestDatabase } from './test-database.ts';

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

/** An empty log, as after the migration, with so many sealed lines in it. */
export async function freshChain(writer: Writer, lines: number): Promise<void> {
  await writer.db.deleteFrom('audit').execute();
  await writer.db.deleteFrom('audit_head').execute();
  for (let line = 1; line <= lines; line++) await recordLine(writer, `person-${line}`);
  await sealAll(writer);
}

/** Not sealed yet. */
export function recordLine(writer: Writer, account: string): Promise<void> {
  return recordAlone(writer, {
    action: 'signed-in',
    actor: { account },
    subject: account,
    session: `session of ${account}`,
    detail: 'password',
  });
}

/** Seals as the running site does; answers the newest seal, as the log has it. */
export async function sealAll(writer: Writer): Promise<string | undefined> {
  let newest: string | undefined;
  for (;;) {
    const sealed = await sealLines(writer);
    if (sealed === undefined) return newest;
    newest = `${sealed.seq}:${sealed.link}`;
  }
}

export async function recordAndSeal(writer: Writer, account: string): Promise<void> {
  await recordLine(writer, account);
  await sealAll(writer);
}

/** As an HMAC of another secret looks: well formed, and nobody can check it. */
export const FOREIGN_MAC = `madeup--.${'x'.repeat(43)}`;

/** A database for a file of tests, with what looks at the chain and tampers with it. */
export async function openChain() {
  const { db, anotherDb, close } = await openTestDatabase();
  const writer = chainWriter(db);
  return {
    db,
    close,
    writer,
    /** Other processes. */
    otherWriters: [anotherDb(), anotherDb()].map((one) => ({ ...writer, db: one })),
    /** In the order in which they were written. */
    lines: () => db.selectFrom('audit').selectAll().orderBy('at').execute(),
    lineAt: (seq: number) =>
      db.selectFrom('audit').selectAll().where('seq', '=', seq).executeTakeFirstOrThrow(),
    put: (line: AuditLine) => db.insertInto('audit').values(line).execute(),
    change: (seq: number, values: Partial<AuditLine>) =>
      db.updateTable('audit').set(values).where('seq', '=', seq).execute(),
    remove: (...places: number[]) => db.deleteFrom('audit').where('seq', 'in', places).execute(),
    moveHead: (values: Partial<AuditHead>) => db.updateTable('audit_head').set(values).execute(),
    problems: async (deps: Pick<Writer, 'keyring'> = writer, seals: readonly KeptSeal[] = []) =>
      (await verifyChain(db, deps, seals)).problems.map(({ kind, from, to }) => `${kind} ${from}-${to}`),
  };
}
