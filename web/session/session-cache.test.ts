import { beforeEach, expect, test, vi } from 'vitest';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { dropTabCopy, readCachedUser, writeCachedUser } from './session-cache.ts';

const asha = { id: '1', name: 'Asha' } as UserRecord;
const ravi = { id: '2', name: 'Ravi' } as UserRecord;
const areas = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() };

function fakeStorage(entries: Map<string, string>): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

beforeEach(() => {
  for (const area of Object.values(areas)) area.clear();
  vi.stubGlobal('window', {
    localStorage: fakeStorage(areas.localStorage),
    sessionStorage: fakeStorage(areas.sessionStorage),
  });
});

test('the cached user of a session that is not remembered ends with the tab', () => {
  writeCachedUser(asha, false);
  expect(areas.localStorage.size).toBe(0);
  expect(readCachedUser()).toEqual(asha);
  areas.sessionStorage.clear();
  expect(readCachedUser()).toBeNull();
});

test('a sign-in that is not remembered removes the cached user of a remembered one', () => {
  writeCachedUser(asha, true);
  expect(areas.localStorage.size).toBe(1);
  writeCachedUser(ravi, false);
  expect(areas.localStorage.size).toBe(0);
  expect(readCachedUser()).toEqual(ravi);
});

test.each([true, false])('a record that was saved stays where it was (remembered: %s)', (remembered) => {
  writeCachedUser(asha, remembered);
  writeCachedUser({ ...asha, name: 'Asha Rawat' });
  expect(areas[remembered ? 'localStorage' : 'sessionStorage'].get('user')).toContain('Asha Rawat');
  expect(areas[remembered ? 'sessionStorage' : 'localStorage'].size).toBe(0);
});

test.each([true, false])('the end of the session leaves nothing (remembered: %s)', (remembered) => {
  writeCachedUser(asha, remembered);
  writeCachedUser(null);
  expect(areas.localStorage.size + areas.sessionStorage.size).toBe(0);
});

test('a change in another tab replaces the copy of this tab', () => {
  writeCachedUser(asha, false);
  areas.localStorage.set('user', JSON.stringify(ravi));
  dropTabCopy();
  expect(readCachedUser()).toEqual(ravi);
  expect(areas.sessionStorage.size).toBe(0);
});
