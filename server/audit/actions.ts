/** What is audited, as data: the name of each action, and what it means. */
export const AUDITED_ACTIONS = {
  'signed-up': 'somebody signed up, also for an address that has an account (address-taken)',
  'email-confirmed': 'an address was confirmed by its mailed link',
  'signed-in': 'a session was opened; how, stands beside it',
  'signed-out': 'a session was ended by its owner',
  'password-reset-requested': 'somebody asked for a link for a new password, and it was mailed',
  'password-reset': 'a new password was set by a mailed link; every session ended',
  'password-changed': 'a password was set by somebody signed in; every other session ended',
  'address-change-requested': 'somebody signed in asked for another address, and a mail to it was requested',
  'address-changed':
    'the new address of an account was confirmed by its mailed link, and took the place of the old one',
  'provider-unlinked': 'a provider was taken out of the ways into an account',
  'provider-joined': 'a sign-in with a provider was joined to an account that was there',
  'passkey-added': 'a passkey was added to an account',
  'passkey-removed': 'a passkey was removed by the owner of the account',
  'passkey-refused': 'a passkey counted fewer uses than before, and was refused: there may be a copy of it',
  'second-step-on': 'the owner of an account turned its second step on',
  'second-step-off': 'the owner of an account turned its second step off',
  'second-step-refused': 'a code of the second step was refused',
  'recovery-code-used':
    'a recovery code was used in place of the authenticator app or beside a mailed link, and is gone',
  'recovery-codes-renewed': 'the owner of an account got new recovery codes; the old ones ended',
  'change-contested': 'whoever has the mailbox of an account said that a change was not theirs; it is frozen',
  'change-taken-back': 'the ways into an account were made what they were before a change',
  'change-kept': 'somebody signed in said that a contested change was theirs',
  'profile-saved': 'somebody saved their own details',
  'ownership-proved': 'somebody proved to own the account, in order to delete it',
  'ownership-refused': 'that proof was refused for a wrong password',
  'account-closed': 'an operator closed an account; why, stands beside it',
  'account-reopened': 'an operator opened a closed or frozen account again',
  'person-shown': 'an operator looked at a person’s account',
  'confirmation-resent': 'an operator had the mail that confirms an address sent again',
  'reset-ordered': 'an operator had a link for a new password mailed; why, stands beside it',
  'sessions-ended': 'an operator ended all sessions of an account; why, stands beside it',
  'recovery-planned':
    'an operator planned to turn off the second step and the passkeys of an account a day later; by which proofs, stands beside it',
  'recovery-done':
    'the second step and the passkeys of an account were turned off, a day after that was planned',
  'recovery-stopped':
    'a planned recovery of an account was not carried out: somebody contested a change, or signed in with what was said to be lost',
  'person-noted': 'an operator wrote a note about a person, or deleted one (deleted)',
  'account-deleted': 'an account was removed, by its owner or by an operator',
  'deletion-ordered': 'an operator deleted an account; why, stands beside it',
  'data-exported': 'everything kept about an account was downloaded by its owner, or saved by an operator',
  'address-exported': 'whoever has a mailbox downloaded what is kept under its address',
  'address-erased':
    'whoever has a mailbox erased what was kept under its address; how much, stands beside it',
  'submissions-listed': 'an operator looked through submissions',
  'submission-shown': 'an operator read a submission',
  'submissions-exported': 'an operator exported submissions',
  'submission-released': 'an operator released a submission from quarantine',
  'submission-done': 'an operator marked a request as answered',
  'submission-deleted':
    'a submission was deleted, by an operator, by its sender, with the account of its sender or by whoever has the mailbox of its sender',
  'launch-list-left':
    'an address was removed from the launch list, by a link in a mail to it, by the owner of the account of that address, with that account or with all that was kept under it',
  'launch-list-exported': 'an operator exported the launch list',
  'launch-mail-stored': 'an operator sent a mail to the launch list; to how many addresses, stands beside it',
  'notice-stored': 'an operator sent a notice to people; to how many addresses, stands beside it',
  'deletion-kept':
    'a restore was told of a deletion that its backup did not know, and did it again; the hash of the deleted id stands beside it',
  'mails-listed': 'an operator looked through mails',
  'mail-shown': 'an operator looked at a mail',
  'mail-retried': 'an operator had a mail tried again that was given up',
  'mail-given-up': 'an operator ended the tries of a mail that waited',
  'test-mail-sent': 'an operator sent a test mail; whether the mail server took it, stands beside it',
  'staff-invited':
    'somebody was invited to the console, by an owner or with the tools of the server; as what, stands beside it',
  'staff-joined': 'an account became an operator by its invitation; as what, stands beside it',
  'staff-role-changed': 'an operator got another role',
  'staff-removed': 'a role was taken back',
  announced: 'a line was put on top of every page, or planned',
  'announcement-deleted': 'such a line was taken down',
  'console-entered': 'an operator opened the console, or showed again who they are',
  'backup-made': 'an operator made a backup',
  restored: 'an operator restored a backup',
  copied: 'an operator copied the site to another database',
  'retention-run': 'what had outlived its purpose was removed; how many of what, stands beside it',
  'clock-accepted': 'an operator said that the clock is right, after a jump of more than a day',
  'seal-not-ours':
    'the site found the end of this log sealed with no secret that it has: AUTH_SECRET was replaced in one step, or somebody changed the end',
} as const;

export type AuditedAction = keyof typeof AUDITED_ACTIONS;

/** The names of all actions, in the order of the list. */
export const ACTION_NAMES = Object.keys(AUDITED_ACTIONS) as readonly AuditedAction[];
