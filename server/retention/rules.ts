import { GRACE_DAYS } from '#server/accounts/signing-keys.ts';
import type { AuditDeps } from '#server/audit/record-action.ts';
import { removeOldLines } from '#server/audit/remove-old-lines.ts';
import type { Db } from '#server/database/database.ts';
import {
  forgetNetworks,
  removeExpired,
  removeKeys,
  removeMails,
  removeResetLinks,
  removeSignUps,
  removeSubmissions,
} from './remove-some.ts';

export type RetentionDeps = AuditDeps & { readonly db: Db };

/** What is kept for how long. The pages that people read say the same: `rules.test.ts` holds them together. */
export type RetentionRule = {
  /** As it stands in the log and in the audit line. */
  readonly name: string;
  /** Kept for so many days after it became what it is. */
  readonly days: number;
  readonly why: string;
  /** Where people are told so, word for word; none where it is no personal data, or gone before anybody could ask. */
  readonly promised: readonly { readonly page: 'privacy' | 'terms' | 'cookies'; readonly words: string }[];
  /**
   * Removes up to `limit` rows from before a moment and answers how many. Safe in several processes at once; never
   * takes a row that another transaction is at.
   */
  readonly removeSome: (deps: RetentionDeps, before: Date, limit: number) => Promise<number>;
};

export const RETENTION_RULES: readonly RetentionRule[] = [
  {
    name: 'sign-ups',
    days: 0,
    why: 'Whoever wanted the account would have confirmed its address by then (decisions §3.4); with their mails.',
    promised: [
      { page: 'privacy', words: 'An account whose address is never confirmed is removed after 7 days.' },
      { page: 'terms', words: 'Until then it waits, and after 7 days it is removed.' },
    ],
    removeSome: removeSignUps,
  },
  {
    name: 'sessions',
    days: 0,
    why: 'They have ended.',
    promised: [
      { page: 'privacy', words: '30 days after the last use' },
      { page: 'cookies', words: '30 days from your last use' },
    ],
    removeSome: removeExpired('sessions'),
  },
  {
    name: 'reset-links',
    days: 0,
    why: 'They no longer work.',
    promised: [{ page: 'privacy', words: 'within 24 hours, to set a new password within one hour' }],
    removeSome: removeResetLinks,
  },
  {
    name: 'signing-keys',
    days: GRACE_DAYS,
    why: 'Nothing that was signed with them is valid any more.',
    promised: [],
    removeSome: removeKeys,
  },
  {
    name: 'quarantined-submissions',
    days: 30,
    why: 'Time enough for an operator to free what the trap for robots caught wrongly.',
    promised: [{ page: 'privacy', words: 'What our trap for robots caught is removed after 30 days.' }],
    removeSome: removeSubmissions('quarantined'),
  },
  {
    name: 'received-submissions',
    days: 730,
    // Those of an account are its owner's, who sees them in the profile: they stay until the account goes.
    why: 'Nobody comes back to a message after two years; those of an account are its `messages` (decisions §4).',
    promised: [
      {
        page: 'privacy',
        words: 'A message that came from nobody who was signed in is removed after two years.',
      },
    ],
    removeSome: removeSubmissions('received'),
  },
  {
    name: 'sent-mails',
    days: 30,
    why: 'Long enough to answer “did you send it?”; their text went when they were sent.',
    promised: [{ page: 'privacy', words: 'a note that it was sent, for 30 days or until the account goes' }],
    removeSome: removeMails('sent'),
  },
  {
    name: 'undelivered-mails',
    days: 30,
    why: 'Time enough for an operator to see what was not delivered.',
    promised: [
      {
        page: 'privacy',
        words: 'An email that could not be delivered is removed 30 days after the last try.',
      },
    ],
    removeSome: removeMails('dead'),
  },
  {
    name: 'networks-of-mails',
    days: 1 / 24,
    why: 'Confirmation mails to one address are counted over an hour, by the networks that asked for them.',
    promised: [
      { page: 'privacy', words: 'a fingerprint of the network it was asked from, for an hour or two' },
    ],
    removeSome: forgetNetworks,
  },
  {
    name: 'audit-lines',
    days: 365,
    why: 'What went wrong is found within a year, or not by these lines.',
    promised: [{ page: 'privacy', words: 'A line is removed after one year.' }],
    removeSome: removeOldLines,
  },
];
