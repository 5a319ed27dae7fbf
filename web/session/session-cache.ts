import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { parseObject, readStored, writeStored } from '#web/api/storage.ts';

/**
 * The cache of the signed-in person's record for the first paint: in local storage, which other tabs share, or in session storage if the
 * session is not remembered, so that nothing outlives the browser.
 */
export const USER_KEY = 'user';
const REMEMBER_KEY = 'rememberDevice';

/** The cached record; null if there is none, if it is not valid, and if storage is blocked. */
export function readCachedUser(): UserRecord | null {
  return parseCachedUser(readStored(USER_KEY) ?? readStored(USER_KEY, 'sessionStorage'));
}

/** Null unless the text is a record with at least an id and a name. */
export function parseCachedUser(text: string | null): UserRecord | null {
  const value = parseObject(text) as Partial<UserRecord> | null;
  return typeof value?.id === 'string' && typeof value.name === 'string' ? (value as UserRecord) : null;
}

/**
 * Returns false if storage is blocked or full.
 *
 * @param remembered whether the session outlives the browser; if absent, the record stays in its present storage
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

/** Another tab changed the person: only what it wrote, or the server's answer, is valid. */
export function dropTabCopy(): void {
  writeStored(USER_KEY, null, 'sessionStorage');
}

/** Whether "Remember this device" was ticked the last time (docs/product.md, "Sessions"). */
export function readRememberDevice(): boolean {
  return readStored(REMEMBER_KEY) === 'true';
}

export function writeRememberDevice(remember: boolean): void {
  writeStored(REMEMBER_KEY, remember ? 'true' : null);
}
