/**
 * The operators' console (docs/decisions/0074-the-operators-console.md): its paths, who may do what, and why something is
 * done to a person.
 */

import { CONSOLE_HOME } from '#contract/paths.ts';

export const CONSOLE = {
  home: CONSOLE_HOME,
  style: '/console/console.css',
  script: '/console/console.js',
  enter: '/console/enter',
  leave: '/console/leave',
  join: '/console/join',
  roles: '/console/roles',
  staff: '/console/staff',
  removeStaff: '/console/staff/:id/remove',
  inbox: '/console/inbox',
  unread: '/console/unread',
  exportMessages: '/console/inbox/export',
  deleteMessages: '/console/inbox/delete',
  message: '/console/message/:id',
  file: '/console/file/:id',
  requests: '/console/requests',
  launchList: '/console/launch-list',
  people: '/console/people',
  person: '/console/person/:id',
  personSessions: '/console/person/:id/sessions',
  personRecovery: '/console/person/:id/recovery',
  personExport: '/console/person/:id/export',
  personDelete: '/console/person/:id/delete',
  mails: '/console/mails',
  mail: '/console/mail/:id',
  visits: '/console/visits',
  system: '/console/system',
  announcements: '/console/announcements',
} as const;

/** An operator has one of these. */
export const ROLES = {
  owner: 'Everything',
  support: 'Messages and people, without deleting people',
  editor: 'Announcements and the launch list',
  analyst: 'Visits',
} as const;
export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** What can be done in the console, and by whom. Each of its routes names one. */
export const ACTIONS = {
  'own-console': { what: 'Enter and leave the console, see who may do what', who: ROLE_NAMES },
  'read-messages': { what: 'Read and search messages, and download their files', who: ['owner', 'support'] },
  'work-on-messages': {
    what: 'Mark, assign, answer, note, quarantine and release messages',
    who: ['owner', 'support'],
  },
  'export-messages': { what: 'Export messages', who: ['owner', 'support'] },
  'delete-messages': { what: 'Delete messages; more than ten a day, owners only', who: ['owner', 'support'] },
  'read-people': { what: 'Find people and look at their accounts', who: ['owner', 'support'] },
  'help-people': {
    what: 'Send a confirmation or a reset, end sessions, close, reopen and recover accounts, write notes',
    who: ['owner', 'support'],
  },
  'export-people': { what: 'Export what is kept about a person', who: ['owner', 'support'] },
  'delete-people': { what: 'Delete accounts', who: ['owner'] },
  'read-mails': { what: 'See which mails were sent, wait or failed', who: ['owner'] },
  'work-on-mails': { what: 'Try mails again, give them up, send a test', who: ['owner'] },
  'read-visits': { what: 'See visits and web vitals', who: ['owner', 'analyst'] },
  'read-system': { what: 'See the state of the site, its settings and the audit log', who: ['owner'] },
  'read-launch-list': { what: 'See who waits for the launch', who: ['owner', 'editor'] },
  'work-on-launch-list': { what: 'Export the launch list and write to it', who: ['owner', 'editor'] },
  announce: { what: 'Put a line on top of every page', who: ['owner', 'editor'] },
  'manage-staff': { what: 'Invite operators, change and remove roles', who: ['owner'] },
} as const satisfies Readonly<Record<string, { what: string; who: readonly Role[] }>>;
export type Action = keyof typeof ACTIONS;
export const ACTION_NAMES = Object.keys(ACTIONS) as readonly Action[];

export function may(role: Role, action: Action): boolean {
  const who: readonly Role[] = ACTIONS[action].who;
  return who.includes(role);
}

/** Letters of a note about a message or a person. */
export const OPERATOR_NOTE_MAX_LENGTH = 5_000;

/** Minutes at rest, and hours in all, after which the console closes. */
export const CONSOLE_REST_MINUTES = 30;
export const CONSOLE_HOURS = 12;
/** Hours for which the link to become an operator works. */
export const INVITATION_HOURS = 48;
/** Rows of a list on one page. */
export const LIST_ROWS = 50;
/** Messages that an operator deletes in a day, of whom owners delete more and tell all owners; and accounts, of which no one deletes more. */
export const DELETIONS_A_DAY = 10;
