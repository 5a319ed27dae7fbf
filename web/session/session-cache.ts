import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { parseObject, readStored, writeStored } from '#web/api/storage.ts';

/** The key of the signed-in person's record in local storage or, if the session is not remembered, in session storage. */
export const USER_KEY = 'user';
const REMEMBER_KEY = 'rememberDevice';

/** Reads the cached record. Null if it is missing or invalid, or if storage is blocked. */
export function readCachedUser(): UserRecord | null {
  const text = readStored(USER_KEY) ?? readStored(USER_KEY, 'sessionStorage');
  const value = parseObject(text) as Partial<UserRecord> | null;
  return typeof value?.id === 'string' && typeof value.name === 'string' ? (value as UserRecord) : null;
}

/**
 * Stores or removes the cached record. Returns false when storage is blocked or full.
 *
 * @param remembered whether the session outlives the browser; when undefined, the record stays in its present storage
 */
export function writeCachedUser(
  user: UserRecord | null,
  remembered = readStored(USER_KEY) !== null,
): boolean {
  const text = user && JSON.stringify(user);
  const isShared = writeStored(USER_KEY, remembered ? text : null);
  const isInTab = writeStored(USER_KEY, remembered ? null : text, 'sessionStorage');
  return remembered ? isShared : isInTab;
}

/** Removes this tab's copy of the record. It is outdated after another tab has changed the signed-in person. */
export function dropTabCopy(): void {
  writeStored(USER_KEY, null, 'sessionStorage');
}

export function readRememberDevice(): boolean {
  return readStored(REMEMBER_KEY) === 'true';
}

export function writeRememberDevice(remember: boolean): void {
  writeStored(REMEMBER_KEY, remember ? 'true' : null);
}
