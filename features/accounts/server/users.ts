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

export function pickProfile<T extends { readonly [name in ProfileFieldName]?: string | undefined }>(from: T) {
  return Object.fromEntries(
    PROFILE_FIELD_NAMES.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])),
  ) as Pick<T, ProfileFieldName & keyof T>;
}

export function newRecord(email: string, now: Date) {
  const time = now.toISOString();
  return { ...EMPTY_PROFILE, name: shownName({ name: '', email }), created_at: time, updated_at: time };
}

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

/** The user record with the user’s messages, newest first. Undefined if the account was deleted. */
export async function findRecord(db: Db | Tx, id: string): Promise<UserRecord | undefined> {
  const row = await findRow(db, 'users', RECORD_COLUMNS, { id });
  return row === undefined ? undefined : withMessages(db, row);
}

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

/** The name, or one made from the address if the name has no visible characters. */
export function shownName({ name, email }: { readonly name: string; readonly email: string }): string {
  return tidyName(name) || fittingName(nameFromAddress(email)) || fittingName(email);
}

/** Locks the account, so that sign-ins, resets and deletions run one after another. False for a deleted account. */
export async function lockUser(tx: Tx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
