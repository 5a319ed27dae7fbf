/**
 * Roles of operators (docs/decisions/0074-the-operators-console.md). Their rights are in `features/console/contract.ts`, and in
 * `who` of each feature's `server/console-view.ts`.
 */
export const ROLES = {
  owner: 'all pages and actions',
  support: 'messages and people, without deleting people',
  editor: 'announcements and the launch list',
  analyst: 'visits',
} as const;
export type Role = keyof typeof ROLES;
/** @public */
export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

export type ConsoleAction = {
  readonly name: string;
  readonly what: string;
  readonly who: readonly Role[];
  /** True if the view shows data about people. Each opening of such a view is written to the audit log. */
  readonly readsPeople?: true;
  /** True if the answer is a file with data of many people or all data of one. Each such route requires a fresh proof of identity. */
  readonly isExport?: true;
};

/** Reasons that an operator gives to open a person's data or to make a permanent change. The person sees them in the audit log. */
export const REASONS = {
  asked: 'The person asked for it',
  support: 'To answer their message',
  security: 'Abuse or a stolen account is suspected',
  legal: 'The law or an authority requires it',
  tidy: 'Spam, a test or a duplicate',
} as const;
/** Reasons that an operator gives to export the data of many people. */
export const EXPORT_REASONS = {
  write: 'To write to these people',
  elsewhere: 'To keep or use the data in another program',
  security: REASONS.security,
  legal: REASONS.legal,
} as const;
export type Reason = keyof typeof REASONS;
export const REASON_NAMES = Object.keys(REASONS) as readonly Reason[];
