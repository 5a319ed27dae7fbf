import { fittingName, tidyName } from '#contract/display-name.ts';
import { MESSAGES_KEPT } from '#contract/limits.ts';
import {
  EMPTY_PROFILE,
  nameFromAddress,
  PROFILE_FIELD_NAMES,
  type ProfileFieldName,
} from '#contract/profile-fields.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { findRow } from '#server/database/rows.ts';

/** The fields of the profile in a row or a body, without those that are not in it. */
export function pickProfile<T extends { readonly [name in ProfileFieldName]?: string | undefined }>(from: T) {
  return Object.fromEntries(
    PROFILE_FIELD_NAMES.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])),
  ) as Pick<T, ProfileFieldName & keyof T>;
}

/** A record as it is right after sign-up (docs/product.md, "User record"). */
export function freshRecord(email: string, now: Date) {
  const time = now.toISOString();
  return { ...EMPTY_PROFILE, name: shownName({ name: '', email }), created_at: time, updated_at: time };
}

/** What `withMessages` makes a record of. */
export const RECORD_COLUMNS = [
  'id',
  'email',
  ...PROFILE_FIELD_NAMES,
  'created_at',
  'updated_at',
  'last_login',
  'login_count',
  'verification_sent_at',
  'verification_attempts',
] as const;

/** The user record (docs/product.md, "User record"), with the newest messages first; `undefined` when the account is gone. */
export async function findRecord(db: Db | Tx, id: string): Promise<UserRecord | undefined> {
  const row = await findRow(db, 'users', RECORD_COLUMNS, { id });
  return row === undefined ? undefined : withMessages(db, row);
}

/** The same of an account's row that was read already. */
export async function withMessages(
  db: Db | Tx,
  row: Omit<UserRecord, 'email_verified' | 'messages'>,
): Promise<UserRecord> {
  const messages = await db
    .selectFrom('submissions')
    .select(['id', 'form', 'message', 'created_at'])
    .where('user_id', '=', row.id)
    .where('state', '=', 'received')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MESSAGES_KEPT)
    .execute();
  return { ...row, name: shownName(row), email_verified: true, messages };
}

/** The name by which an account is called: that of its address where it has none, or one of before of which nothing can be seen. */
export function shownName({ name, email }: { readonly name: string; readonly email: string }): string {
  return tidyName(name) || fittingName(nameFromAddress(email)) || fittingName(email);
}

/**
 * Serialises sign-ins and deletions of the account, until the transaction ends: a sign-in that checked the old
 * password finds the new one. False when the account is gone.
 */
export async function lockUser(tx: Tx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
