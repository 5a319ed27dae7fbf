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
