import { type AuditDeps, type AuditEntry, recordAlone } from '#server/audit/record-action.ts';
import type { Db } from '#server/database/database.ts';
import type { OperatorDeps } from './operator-deps.ts';

/** What a command records its actions with. Throws when the keyring cannot be had: what is not recorded is not done. */
export function auditDeps({
  clock,
  newId,
  keyring,
}: Pick<OperatorDeps, 'clock' | 'newId' | 'keyring'>): AuditDeps {
  return { clock, newId, keyring: keyring() };
}

/** Opens the database and records what the operator is about to read, before any of it leaves. */
export async function openAudited(deps: OperatorDeps, entry: Omit<AuditEntry, 'actor'>): Promise<Db> {
  const db = await deps.openDb();
  await recordAlone({ ...auditDeps(deps), db }, { ...entry, actor: 'operator' });
  return db;
}
