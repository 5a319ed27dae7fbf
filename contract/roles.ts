/** An operator has one of these (docs/decisions/0074-the-operators-console.md). */
export const ROLES = {
  owner: 'Everything',
  support: 'Messages and people, without deleting people',
  editor: 'Announcements and the launch list',
  analyst: 'Visits',
} as const;
export type Role = keyof typeof ROLES;
/** @public */
export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** What can be done in the console, and by whom. */
export type ConsoleAction = {
  readonly name: string;
  readonly what: string;
  readonly who: readonly Role[];
  /** It shows what is about people: each look leaves a line in the audit log. */
  readonly readsPeople?: true;
};
