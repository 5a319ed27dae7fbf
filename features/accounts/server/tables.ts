import { type Generated, sql } from 'kysely';
import { ACCOUNT_COLUMNS } from '#content/features/accounts-data.ts';
import type { ClosedReason } from '#contract/errors.ts';
import type { ProfileFields } from '#contract/profile-fields.ts';
import { ownSubmissions } from '#features/forms/server/own-messages.ts';
import type { Flag, IsoTime } from '#server/database/schema.ts';
import { endsWithAccess, ofAccount, type TableRules } from '#server/database/tables.ts';
import type { RemoveSome } from '#server/feature.ts';
import { removeExpired, removeOldest } from '#server/jobs/remove-rows.ts';

/** People: everybody here has proved to hold the address. One row is the account and its record. */
type UsersTable = ProfileFields & {
  id: string;
  /** Its key (`contract/address.ts`). */
  email: string;
  created_at: IsoTime;
  updated_at: IsoTime;
  last_login: IsoTime | null;
  login_count: number;
  /** Of the sign-up that became this account; null and 0 for one that began with a provider. */
  verification_sent_at: IsoTime | null;
  verification_attempts: number;
  /** When an operator closed the account, and why. */
  closed_at: IsoTime | null;
  closed_reason: ClosedReason | null;
  /** The age that its owner showed to have reached when `MINIMUM_AGE` asked; the date itself is not kept. */
  age_met: number | null;
};

/** An account that only signs in with a provider has none. */
type PasswordsTable = {
  user_id: string;
  /** argon2id in PHC string format. */
  hash: string;
  updated_at: IsoTime;
};

/** Stand in for the app, once each. */
type RecoveryCodesTable = {
  user_id: string;
  /** SHA-256, hex. */
  code_hash: string;
  /** Names the set until the owner says that it is saved. Null from then on, and where a process of before made it. */
  unsaved_set: Generated<string | null>;
};

/**
 * What somebody typed to sign up, before anybody proved to hold the address. Several may wait for one address, and none
 * changes another's answers (docs/decisions/0051-an-account-only-after-proof.md).
 */
export type SignUpsTable = ProfileFields & {
  /** Becomes the id of the account when the browser that signed up confirms the address. */
  id: string;
  /** Its key (`contract/address.ts`). Empty, like the other fields of the person, once the sign-up became an account. */
  email: string;
  /** argon2id in PHC string format, with the salt of the address. Empty once an account came here from another address. */
  password_hash: string;
  /** SHA-256 of the token in the pending cookie, hex. */
  browser: string;
  browser_expires_at: IsoTime;
  /** Mails asked for so far, and when the last one was (docs/product.md, "Resending"). */
  attempts: number;
  sent_at: IsoTime;
  /** SHA-256 of the token in the newest mailed link, hex. */
  link_hash: string | null;
  link_expires_at: IsoTime | null;
  /** The address has, or had since, an account that is not of this sign-up: its mails say so, and it can never be confirmed. */
  taken: Flag;
  /** From then on the row is a stub: it answers that the address is confirmed. */
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
  /** Whether it outlives the browser and slides (docs/product.md, "Sessions"). */
  remembered: Flag;
  /** The kind of browser that signed in, like `Firefox on Linux`. */
  browser: string;
  created_at: IsoTime;
  /** Noted at most once a day, and only for a remembered session. */
  last_used_at: IsoTime;
  expires_at: IsoTime;
  /** When this session last proved its owner for a deletion (docs/product.md, "Proof"). */
  proved_at: IsoTime | null;
  /** When a fresh popup with the account's provider last came back to this session; what `proved_at` needs without a password. */
  reauthenticated_at: IsoTime | null;
  /** When its owner last proved that, but for the code that the account asks for as well. */
  first_step_at: IsoTime | null;
  /** Whether two steps opened or proved it, or it enrolled a factor: others make room first. */
  two_steps: Generated<Flag>;
};

/**
 * Browsers that signed in to an account, or set its password by a mailed link. Strangers cannot lock them out
 * (docs/product.md, "Known devices"). A browser that several people use has one token and a row for each account.
 */
type DevicesTable = {
  id: string;
  /** SHA-256 of the token in the cookie, hex. */
  token_hash: string;
  user_id: string;
  created_at: IsoTime;
  expires_at: IsoTime;
};

/** A mailed link to choose a new password. Using one ends all of the account's. */
type ResetLinksTable = {
  /** SHA-256 of the token, hex: a reader of the table cannot follow the link. */
  token_hash: string;
  user_id: string;
  expires_at: IsoTime;
  created_at: IsoTime;
};

/** Which notice was seen, and what was taken back: a ledger that ends with what it is about (docs/decisions/0072-notices-and-age.md). */
export interface NoticesTable {
  id: string;
  /** A name in `content/notices.ts`; of a message through a form that has none, the form's. */
  notice: string;
  /** `noticeVersion` of what was shown; empty for a withdrawal without one. */
  version: string;
  kind: 'seen' | 'withdrawn';
  at: IsoTime;
  /** What it is about, in one of the columns: here, or of another feature. A withdrawal is of the account. */
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
    // Others may have typed the address too: what they said of themselves is theirs.
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
    // One `or` over several tables would be a look through all of them.
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

/** With their mails; those of a confirmed sign-up are the account's. */
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
