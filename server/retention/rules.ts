import { RETENTION, type RetentionName } from '#content/retention.ts';
import type { AuditDeps } from '#server/audit/record-action.ts';
import type { Db } from '#server/database/database.ts';
import {
  forgetNetworks,
  removeAccountChanges,
  removeAuditLines,
  removeExpired,
  removeKeys,
  removeListEntries,
  removeMails,
  removeSignUps,
  removeSubmissions,
} from './remove-some.ts';

export type RetentionDeps = AuditDeps & { readonly db: Db };

/** Removes up to `limit` rows from before a moment and returns their number. Safe in several processes at once. */
type RemoveSome = (deps: RetentionDeps, before: Date, limit: number) => Promise<number>;

/** What is kept for so many days after it became what it is (`content/retention.ts`). */
export type RetentionRule = {
  /** As it stands in the log and in the audit line. */
  readonly name: string;
  readonly days: number;
  readonly removeSome: RemoveSome;
};

const REMOVERS: Readonly<Record<RetentionName, RemoveSome>> = {
  'sign-ups': removeSignUps,
  sessions: removeExpired('sessions', 'id'),
  devices: removeExpired('devices', 'id'),
  'reset-links': removeExpired('reset_links', 'token_hash'),
  'address-changes': removeExpired('address_changes', 'user_id'),
  'rights-links': removeExpired('rights_links', 'token_hash'),
  'staff-invitations': removeExpired('staff_invitations', 'token_hash'),
  'passkey-challenges': removeExpired('webauthn_challenges', 'challenge'),
  'trusted-browsers': removeExpired('trusted_browsers', 'id'),
  'sign-in-steps': removeExpired('sign_in_steps', 'token_hash'),
  'account-changes': removeAccountChanges,
  'signing-keys': removeKeys,
  'launch-list-waiting': removeListEntries('asked_at'),
  'launch-list-told': removeListEntries('told_at'),
  'quarantined-submissions': removeSubmissions('quarantined'),
  'received-submissions': removeSubmissions('received'),
  'sent-mails': removeMails('sent'),
  'undelivered-mails': removeMails('dead'),
  'networks-of-mails': forgetNetworks,
  'audit-lines': removeAuditLines,
};

const NAMES = Object.keys(REMOVERS) as readonly RetentionName[];
export const RETENTION_RULES: readonly RetentionRule[] = NAMES.map((name) => ({
  name,
  days: RETENTION[name].days,
  removeSome: REMOVERS[name],
}));
