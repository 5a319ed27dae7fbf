import type { UserRecord } from '#contract/users.ts';
import { parseObject, readStored, writeStored } from '#web/api/storage.ts';

/** Where the record of the signed-in user is cached (spec §3), for the first paint and for the other tabs. */
export const USER_KEY = 'user';
const REMEMBER_KEY = 'rememberDevice';

/** The cached record; null for nobody, for something unreadable, and where storage is blocked. */
export function readCachedUser(): UserRecord | null {
  return parseCachedUser(readStored(USER_KEY));
}

/** Null unless the text is a record with at least an id and a name. */
export function parseCachedUser(text: string | null): UserRecord | null {
  const value = parseObject(text) as Partial<UserRecord> | null;
  return typeof value?.id === 'string' && typeof value.name === 'string' ? (value as UserRecord) : null;
}

/** False when it could not be kept, and so no other tab hears of it. */
export function writeCachedUser(user: UserRecord | null): boolean {
  return writeStored(USER_KEY, user && JSON.stringify(user));
}

/** Whether the box "Remember this device" was ticked the last time (decisions §3.7). */
export function readRememberDevice(): boolean {
  return readStored(REMEMBER_KEY) === 'true';
}

export function writeRememberDevice(remember: boolean): void {
  writeStored(REMEMBER_KEY, remember ? 'true' : null);
}
