import { type Generated, sql } from 'kysely';
import { ACCOUNT_COLUMNS } from '#content/features/accounts-data.ts';
import type { ClosedReason } from '#contract/errors.ts';
import type { ProfileFields } from '#contract/profile-fields.ts';
import { ofAccountOrSubmissions } from '#features/forms/server/own-messages.ts';
import { deleteRows } from '#server/database/rows.ts';
import type { Flag, IsoTime } from '#server/database/schema.ts';
import { endsWithAccess, isOfNobody, ofAccount, type TableRules } from '#server/database/tables.ts';
import type { RemoveSome } from '#server/feature.ts';
import { removeExpired, removeOldest } from '#server/jobs/remove-rows.ts';

/** An account and its user record. The owner has proved that the address is theirs. */
type UsersTable = ProfileFields & {
  id: string;
  email: string;
  created_at: IsoTime;
  updated_at: IsoTime;
  last_login: IsoTime | null;
  login_count: number;
  /**
   * `verification_sent_at` and `verification_attempts` come from the sign-up. They are null and 0 for an account that was
   * created through a provider.
   */
  verification_sent_at: IsoTime | null;
  verification_attempts: number;
  /** When and why an operator closed the account. Null while it is open. */
  closed_at: IsoTime | null;
  closed_reason: ClosedReason | null;
  /** The `MINIMUM_AGE` that the owner has proved. The date of birth that was typed as proof is not stored. */
  age_met: number | null;
};

/** Data of a sign-up whose address is not proved yet. Sign-ups for one address are independent (docs/decisions/0051). */
export type SignUpsTable = ProfileFields & {
  /** Becomes the account's id if the same browser confirms the address. */
  id: string;
  /**
   * The address in normalised form (`contract/address.ts`). Emptied with the other personal fields once the sign-up has become
   * an account.
   */
  email: string;
  /** The hash as a PHC string. All sign-ups of an address share a salt. Cleared when an account moves to this address. */
  password_hash: string;
  /** SHA-256 of the token in the cookie `pending_verification`, in hex. */
  browser: string;
  browser_expires_at: IsoTime;
  /** The number of mails that were requested, and the time of the last one. */
  attempts: number;
  sent_at: IsoTime;
  link_hash: string | null;
  link_expires_at: IsoTime | null;
  /** 1 if an account has or had the address. The sign-up can then no longer be confirmed. */
  taken: Flag;
  /** When the address was confirmed. After that, the row is kept only to tell its browser that the address is confirmed. */
  confirmed_at: IsoTime | null;
  created_at: IsoTime;
  updated_at: IsoTime;
  expires_at: IsoTime;
  /** The version of the privacy notice that was shown. Empty if none was shown. */
  notice: Generated<string>;
  age_met: number | null;
};

/** Notices shown and agreements withdrawn. Deleted with the account or message (docs/decisions/0072). */
export interface NoticesTable {
  id: string;
  /** The name of a notice in `content/notices.ts`, or of a form that has no notice of its own. */
  notice: string;
  /** The version of the notice. It may be empty for a withdrawal. */
  version: string;
  kind: 'seen' | 'withdrawn';
  at: IsoTime;
  /**
   * The account or message for which the notice was shown. Features add columns for records of their own, such as launch-list
   * entries. A withdrawal names the account.
   */
  user_id: string | null;
  submission_id: string | null;
}

export const accountTables = {
  users: { ...ACCOUNT_COLUMNS.users, where: ({ id }) => sql`id = ${id}`, order: ['id'] },
  passwords: { ...ACCOUNT_COLUMNS.passwords, ...ofAccount, order: ['user_id'] },
  sign_ups: {
    ...ACCOUNT_COLUMNS.sign_ups,
    // A person's sign-up is found by its id, because other people may have signed up with the same address.
    where: ({ id }) => sql`id = ${id}`,
    order: ['id'],
  },
  sessions: {
    ...ACCOUNT_COLUMNS.sessions,
    ...ofAccount,
    order: ['created_at', 'id'],
    endsWithAccess: (userId, session) => sql`user_id = ${userId} and id <> ${session}`,
  },
  devices: { ...ACCOUNT_COLUMNS.devices, ...ofAccount, order: ['created_at', 'id'] },
  reset_links: {
    ...ACCOUNT_COLUMNS.reset_links,
    ...ofAccount,
    order: ['token_hash'],
    endsWithAccess,
    isEmptiedByRestore: true,
  },
  recovery_codes: { ...ACCOUNT_COLUMNS.recovery_codes, ...ofAccount, order: ['code_hash'] },
  notices: {
    ...ACCOUNT_COLUMNS.notices,
    where: ofAccountOrSubmissions('notices'),
    order: ['at', 'id'],
    isOfMailbox: true,
  },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    users: UsersTable;
    /** Passwords of accounts. An account that signs in only with a provider has no row. */
    passwords: {
      user_id: string;
      hash: string;
      updated_at: IsoTime;
    };
    /** A recovery code is used once in place of a code of the authenticator app. */
    recovery_codes: {
      user_id: string;
      code_hash: string;
      /** The id of the set of codes, until the owner has saved the set. Null afterwards, and in rows of earlier versions. */
      unsaved_set: Generated<string | null>;
    };
    sign_ups: SignUpsTable;
    sessions: {
      id: string;
      token_hash: string;
      user_id: string;
      /** True if the session outlives the browser and is extended by use (docs/product.md, "Sessions"). */
      remembered: Flag;
      /** For example `Firefox on Linux`. */
      browser: string;
      created_at: IsoTime;
      /** When the session was last used. Updated at most once a day, and only for a remembered session. */
      last_used_at: IsoTime;
      expires_at: IsoTime;
      /** The time of the last proof of identity for a deletion (docs/product.md, "Proof"). */
      proved_at: IsoTime | null;
      /** The time of the last complete proof of identity. */
      reauthenticated_at: IsoTime | null;
      /** The time of the last proof of identity that lacked only the code. */
      first_step_at: IsoTime | null;
      /**
       * True if the person used two steps or added a second factor in this session. If an account has too many sessions, such
       * sessions are deleted last.
       */
      two_steps: Generated<Flag>;
    };
    /**
     * Browsers that signed in to an account. Strangers' wrong passwords do not lock these browsers out. A browser that several
     * people use has a row for each account.
     */
    devices: {
      id: string;
      token_hash: string;
      user_id: string;
      created_at: IsoTime;
      expires_at: IsoTime;
    };
    /** Mailed links with which a person sets a new password. Using one link ends all links of the account. */
    reset_links: {
      token_hash: string;
      user_id: string;
      expires_at: IsoTime;
      created_at: IsoTime;
    };
    notices: NoticesTable;
  }
}

/** Keeps the mails of a confirmed sign-up, because they belong to the account. */
const removeSignUps = removeOldest(
  (tx, before) =>
    tx.selectFrom('sign_ups').select('id').where('expires_at', '<=', before).orderBy('expires_at'),
  async (tx, ids) => {
    const removed = await tx
      .deleteFrom('sign_ups')
      .where('id', 'in', ids)
      .returning(['id', 'confirmed_at'])
      .execute();
    const owners = removed.flatMap(({ id, confirmed_at }) => (confirmed_at === null ? [id] : []));
    await deleteRows(tx, 'outbox', { user_id: owners });
  },
);

const removeMailsOfNobody = removeOldest(
  (tx, before) =>
    tx
      .selectFrom('outbox')
      .select('id')
      .where(isOfNobody)
      .where('state', '=', 'sent')
      .where('created_at', '<=', before)
      .orderBy('user_id'),
  (tx, ids) => deleteRows(tx, 'outbox', { id: ids }),
);

export const accountRetention: Readonly<Record<string, RemoveSome>> = {
  'mails-of-nobody': removeMailsOfNobody,
  'sign-ups': removeSignUps,
  sessions: removeExpired('sessions', 'id'),
  devices: removeExpired('devices', 'id'),
  'reset-links': removeExpired('reset_links', 'token_hash'),
};
