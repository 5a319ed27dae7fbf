/** The operators' console (docs/decisions/0074-the-operators-console.md): its paths, the actions of each role, and its limits. */

import { countWord } from '#content/count-words.ts';
import { type ConsoleAction, ROLE_NAMES, type Role } from '#contract/operators.ts';
import { CONSOLE_HOME } from '#contract/paths.ts';
import type {} from '#features/accounts/security-bodies.ts';

export const CONSOLE = {
  home: CONSOLE_HOME,
  style: '/console/console.css',
  script: '/console/console.js',
  enter: '/console/enter',
  leave: '/console/leave',
  join: '/console/join',
  roles: '/console/roles',
  timeZone: '/console/time-zone',
  staff: '/console/staff',
  removeStaff: '/console/staff/:id/remove',
  inbox: '/console/inbox',
  unread: '/console/unread',
  exportMessages: '/console/inbox/export',
  deleteMessages: '/console/inbox/delete',
  message: '/console/message/:id',
  file: '/console/file/:id',
  requests: '/console/requests',
  people: '/console/people',
  person: '/console/person/:id',
  personSessions: '/console/person/:id/sessions',
  personDelete: '/console/person/:id/delete',
  mails: '/console/mails',
  mail: '/console/mail/:id',
  system: '/console/system',
} as const;

/**
 * The number of messages, and of accounts, that an operator may delete a day. If an owner deletes more messages, all owners
 * get a mail.
 */
export const DELETIONS_A_DAY = 10;

/** The roles that may do each action. A route names one of these actions, or an action of a feature. */
export const ACTIONS = {
  ownConsole: {
    name: 'own-console',
    what: 'Open and close the console, see who may do what',
    who: ROLE_NAMES,
  },
  /**
   * The roles that may read messages. They must equal the roles of `workOnMessages`, because the message pages show the
   * buttons of that action to every reader.
   */
  readMessages: {
    name: 'read-messages',
    what: 'Read and search messages, and download their files',
    who: ['owner', 'support'],
    readsPeople: true,
  },
  workOnMessages: {
    name: 'work-on-messages',
    what: 'Mark, assign, answer, note, file, quarantine and release messages',
    who: ['owner', 'support'],
  },
  exportMessages: {
    name: 'export-messages',
    what: 'Export messages',
    who: ['owner', 'support'],
    isExport: true,
  },
  deleteMessages: {
    name: 'delete-messages',
    what: `Delete messages; more than ${countWord(DELETIONS_A_DAY)} a day, owners only`,
    who: ['owner', 'support'],
    readsPeople: true,
  },
  readPeople: {
    name: 'read-people',
    what: 'Find people and look at their accounts',
    who: ['owner', 'support'],
    readsPeople: true,
  },
  helpPeople: {
    name: 'help-people',
    what: 'Send a confirmation or a reset, end sessions, close, reopen and recover accounts, write notes',
    who: ['owner', 'support'],
  },
  deletePeople: { name: 'delete-people', what: 'Delete accounts', who: ['owner'] },
  readMails: {
    name: 'read-mails',
    what: 'See which emails were sent, are waiting or failed',
    who: ['owner'],
    readsPeople: true,
  },
  workOnMails: { name: 'work-on-mails', what: 'Try emails again, give them up, send a test', who: ['owner'] },
  readSystem: {
    name: 'read-system',
    what: 'See the state of the site, its settings and the audit log',
    who: ['owner'],
    readsPeople: true,
  },
  manageStaff: { name: 'manage-staff', what: 'Invite operators, change and remove roles', who: ['owner'] },
} as const satisfies Readonly<Record<string, ConsoleAction>>;

export function may(role: Role, { who }: ConsoleAction): boolean {
  return who.includes(role);
}

export const OPERATOR_NOTE_MAX_LENGTH = 5_000;

/** An operator's console session ends after these minutes without use, and after these hours in any case. */
export const CONSOLE_REST_MINUTES = 30;
export const CONSOLE_HOURS = 12;
/** Hours for which the link that invites a new operator is valid. */
export const INVITATION_HOURS = 48;
export const LIST_ROWS = 50;

declare module '#features/accounts/security-bodies.ts' {
  interface SecurityData {
    readonly isOperator: boolean;
  }
}
