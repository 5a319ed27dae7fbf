import type { AuditDeps } from '#server/audit/record-action.ts';
import type { OperatorDeps } from './operator-deps.ts';

/** What a command records its actions with. Throws when the keyring cannot be had: what is not recorded is not done. */
export function auditDeps({
  clock,
  newId,
  keyring,
}: Pick<OperatorDeps, 'clock' | 'newId' | 'keyring'>): AuditDeps {
  return { clock, newId, keyring: keyring() };
}
