import type { UserRecord } from '#contract/users.ts';

/** Where the record of the signed-in user is cached (spec §3), for the first paint and for the other tabs. */
export const USER_KEY = 'user';
const REMEMBER_KEY = 'rememberDevice';

/** The cached record; null for nobody, for something unreadable, and where storage is blocked. */
export function readCachedUser(): UserRecord | null {
  return parseCachedUser(read(USER_KEY));
}

/** Null unless the text is a record with at least an id and a name. */
export function parseCachedUser(text: string | null): UserRecord | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { id, name } = value as Partial<UserRecord>;
    return typeof id === 'string' && typeof name === 'string' ? (value as UserRecord) : null;
  } catch {
    return null;
  }
}

/** False when it could not be kept, and so no other tab hears of it. */
export function writeCachedUser(user: UserRecord | null): boolean {
  return write(USER_KEY, user && JSON.stringify(user));
}

/** Whether the box "Remember this device" was ticked the last time (decisions §3.7). */
export function readRememberDevice(): boolean {
  return read(REMEMBER_KEY) === 'true';
}

export function writeRememberDevice(remember: boolean): void {
  write(REMEMBER_KEY, remember ? 'true' : null);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    // Storage is blocked or full: the page works without the cache, it only starts signed out next time.
    return false;
  }
}
