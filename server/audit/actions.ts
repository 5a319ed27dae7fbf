/** What is audited, as data: the name of each action, and what it means. */
export const AUDITED_ACTIONS = {
  'signed-up': 'somebody signed up, also for an address that has an account (address-taken)',
  'email-confirmed': 'an address was confirmed by its mailed link',
  'signed-in': 'a session was opened; how, stands beside it',
  'signed-out': 'a session was ended by its owner',
  'password-reset-requested':
    'a link for a new password was asked for, also for an address without an account',
  'password-reset': 'a new password was set by a mailed link; every session ended',
  'provider-joined': 'a sign-in with a provider was joined to an account that was there',
  'profile-saved': 'somebody saved their own details',
  'ownership-proved': 'somebody proved to own the account, in order to delete it',
  'ownership-refused': 'that proof was refused for a wrong password',
  'account-deleted': 'an account was removed by its owner',
  'submissions-listed': 'an operator looked through submissions',
  'submission-shown': 'an operator read a submission',
  'submissions-exported': 'an operator exported submissions',
  'submission-released': 'an operator released a submission from quarantine',
  'submission-deleted': 'an operator deleted a submission',
  'mails-listed': 'an operator looked through mails',
  'mail-shown': 'an operator read a mail that was not sent',
  'mail-retried': 'an operator had a mail tried again that was given up',
  'backup-made': 'an operator made a backup',
  restored: 'an operator restored a backup',
  copied: 'an operator copied the site to another database',
  'retention-run': 'what had outlived its purpose was removed; how many of what, stands beside it',
  'seal-not-ours':
    'the site found the end of this log sealed with no secret that it has: AUTH_SECRET was replaced in one step, or somebody changed the end',
} as const;

export type AuditedAction = keyof typeof AUDITED_ACTIONS;

/** The names of all actions, in the order of the list. */
export const ACTION_NAMES = Object.keys(AUDITED_ACTIONS) as readonly AuditedAction[];
