import type { AuditDeps } from '#server/audit/record-action.ts';
import type { OperatorDeps } from './operator-deps.ts';

/** What a command records its actions with. Throws when the secret cannot be had: what is not recorded is not done. */
export function auditDeps({ clock, newId, secret, settings }: OperatorDeps): AuditDeps {
  return { clock, newId, secret: secret(), acceptedSecrets: settings.acceptedSecrets };
}
