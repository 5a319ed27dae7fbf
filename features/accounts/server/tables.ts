import { type Generated, sql } from 'kysely';
import { ACCOUNT_COLUMNS } from '#content/features/accounts-data.ts';
import type { ClosedReason } from '#contract/errors.ts';
import type { ProfileFields } from '#contract/profile-fields.ts';
import { ownSubmissions } from '#features/forms/server/own-messages.ts';
import type { Flag, IsoTime } from '#server/database/schema.ts';
import { endsWithAccess, ofAccount, type TableRules } from '#server/database/tables.ts';
import type { RemoveSome } from '#server/feature.ts';
import { removeExpired, removeOldest } from '#server/jobs/remove-rows.ts';

/** One row is an account and its record. Its owner has proved the address. */
type UsersTable = ProfileFields & {
  id: string;
  /** Its key (`contract/address.ts`). */
  email: string;
  created_at: IsoTime;
  updated_at: IsoTime;
  last_login: IsoTime | null;
  login_count: number;
  /** From the sign-up; null and 0 for an account that began with a provider. */
  verification_sent_at: IsoTime | null;
  verification_attempts: number;
  /** When an operator closed the account, and why. */
  closed_at: IsoTime | null;
  closed_reason: ClosedReason | null;
  /** The `MINIMUM_AGE` that the owner has proved; the date of birth is not kept. */
  age_met: number | null;
};

/** An account that only signs in with a provider has no row. */
type PasswordsTable = {
  user_id: string;
  /** argon2id in PHC string format. */
  hash: string;
  updated_at: IsoTime;
};

/** Each replaces a code of the app once. */
type RecoveryCodesTable = {
  user_id: string;
  /** SHA-256, hex. */
  code_hash: string;
  /** The id of the set until the owner confirms saving it; then null, also for codes that an earlier version made. */
  unsaved_set: Generated<string | null>;
};

/**
 * What somebody typed to sign up, before the address is proved. Several sign-ups may wait for one address, and none changes the
 * answers to another (docs/decisions/0051-an-account-only-after-proof.md).
 */
export type SignUpsTable = ProfileFields & {
  /** Becomes the id of the account when the browser that signed up confirms the address. */
  id: string;
  /** Its key (`contract/address.ts`). Emptied with the other personal fields once the sign-up is an account. */
  email: string;
  /** argon2id in PHC string format, with the salt of the address. Emptied when an account moves to this address. */
  password_hash: string;
  /** SHA-256 of the token in the pending cookie, hex. */
  browser: string;
  browser_expires_at: IsoTime;
  /** Mails requested so far, and the time of the last one (docs/product.md, "Resending"). */
  attempts: number;
  sent_at: IsoTime;
  /** SHA-256 of the token in the newest mailed link, hex. */
  link_hash: string | null;
  link_expires_at: IsoTime | null;
  /** Another account has or had the address: the mails say so, and the sign-up can never be confirmed. */
  taken: Flag;
  /** A confirmed row remains to tell its browser that the address is confirmed. */
  confirmed_at: IsoTime | null;
  created_at: IsoTime;
  updated_at: IsoTime;
  expires_at: IsoTime;
  /** The version of the notice that was shown; empty for none. */
  notice: Generated<string>;
  age_met: number | null;
};

type SessionsTable = {
  id: string;
  /** SHA-256 of the token in the cookie, hex: a reader of the table cannot use the session. */
  token_hash: string;
  user_id: string;
  /** Outlives the browser, and each use extends it (docs/product.md, "Sessions"). */
  remembered: Flag;
  /** The kind of browser that signed in, like `Firefox on Linux`. */
  browser: string;
  created_at: IsoTime;
  /** Updated at most once a day, and only for a remembered session. */
  last_used_at: IsoTime;
  expires_at: IsoTime;
  /** The last proof for a deletion (docs/product.md, "Proof"). */
  proved_at: IsoTime | null;
  /** The last full proof, such as a fresh sign-in with the account's provider. */
  reauthenticated_at: IsoTime | null;
  /** The last proof that lacked only its code. */
  first_step_at: IsoTime | null;
  /** Opened or proved by two steps, or enrolled a factor: deleted after other sessions when there are too many. */
  two_steps: Generated<Flag>;
};

/**
 * Browsers that signed in to an account, or set its password by a mailed link. Strangers cannot lock them out (docs/product.md,
 * "Known devices"). A browser that several people use has one token and a row for each account.
 */
type DevicesTable = {
  id: string;
  /** SHA-256 of the token in the cookie, hex. */
  token_hash: string;
  user_id: string;
  created_at: IsoTime;
  expires_at: IsoTime;
};

/** Links to choose a new password. Using one ends all of the account's. */
type ResetLinksTable = {
  /** SHA-256 of the token, hex: a reader of the table cannot follow the link. */
  token_hash: string;
  user_id: string;
  expires_at: IsoTime;
  created_at: IsoTime;
};

/** Notices seen and agreements withdrawn. A row is deleted with what it belongs to (docs/decisions/0072-notices-and-age.md). */
export interface NoticesTable {
  id: string;
  /** A name in `content/notices.ts`, or the name of a form that has no notice of its own. */
  notice: string;
  /** `noticeVersion` of the notice that was shown; empty for a withdrawal without one. */
  version: string;
  kind: 'seen' | 'withdrawn';
  at: IsoTime;
  /** What the row belongs to: one of these columns, or a column of another feature. Withdrawals belong to the account. */
  user_id: string | null;
  submission_id: string | null;
}

export const accountTables = {
  users: {
    ...ACCOUNT_COLUMNS.users,
    where: ({ id }) => sql`id = ${id}`,
    order: ['id'],
  },
  passwords: {
    ...ACCOUNT_COLUMNS.passwords,
    ...ofAccount,
    order: ['user_id'],
  },
  sign_ups: {
    ...ACCOUNT_COLUMNS.sign_ups,
    // Not by address: others may have typed it too, and their sign-ups are theirs.
    where: ({ id }) => sql`id = ${id}`,
    order: ['id'],
  },
  sessions: {
    ...ACCOUNT_COLUMNS.sessions,
    ...ofAccount,
    order: ['created_at', 'id'],
    endsWithAccess: (userId, session) => sql`user_id = ${userId} and id <> ${session}`,
  },
  devices: {
    ...ACCOUNT_COLUMNS.devices,
    ...ofAccount,
    order: ['created_at', 'id'],
  },
  reset_links: {
    ...ACCOUNT_COLUMNS.reset_links,
    ...ofAccount,
    order: ['token_hash'],
    endsWithAccess,
    isEmptiedByRestore: true,
  },
  recovery_codes: {
    ...ACCOUNT_COLUMNS.recovery_codes,
    ...ofAccount,
    order: ['code_hash'],
  },
  notices: {
    ...ACCOUNT_COLUMNS.notices,
    // `union all` because one `or` over several tables would scan all of them.
    where: (person) => sql`id in (select id from notices where user_id = ${person.id}
      union all select id from notices where submission_id in (select id from submissions where ${ownSubmissions(person)}))`,
    order: ['at', 'id'],
    isOfMailbox: true,
  },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    users: UsersTable;
    passwords: PasswordsTable;
    recovery_codes: RecoveryCodesTable;
    sign_ups: SignUpsTable;
    sessions: SessionsTable;
    devices: DevicesTable;
    reset_links: ResetLinksTable;
    notices: NoticesTable;
  }
}

/** Deletes their mails too, except those of a confirmed sign-up, which belong to the account. */
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
    if (owners.length > 0) await tx.deleteFrom('outbox').where('user_id', 'in', owners).execute();
  },
);

export const accountRetention: Readonly<Record<string, RemoveSome>> = {
  'sign-ups': removeSignUps,
  sessions: removeExpired('sessions', 'id'),
  devices: removeExpired('devices', 'id'),
  'reset-links': removeExpired('reset_links', 'token_hash'),
};
