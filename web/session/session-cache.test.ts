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

test('a cached user without “Remember this device” replaces the remembered one, and disappears with the tab', () => {
  writeCachedUser(asha, true);
  expect(areas.localStorage.size).toBe(1);
  writeCachedUser(ravi, false);
  expect(areas.localStorage.size).toBe(0);
  expect(readCachedUser()).toEqual(ravi);
  areas.sessionStorage.clear();
  expect(readCachedUser()).toBeNull();
});

test.each([
  ['localStorage', 'sessionStorage', true],
  ['sessionStorage', 'localStorage', false],
] as const)(
  'if the user is cached in %s, a saved profile replaces the cached user there and is not stored in %s',
  (used, other, isRemembered) => {
    writeCachedUser(asha, isRemembered);
    writeCachedUser({ ...asha, name: 'Asha Rawat' });
    expect(areas[used].get('user')).toContain('Asha Rawat');
    expect(areas[other].size).toBe(0);
    writeCachedUser(null);
    expect(areas[used].size).toBe(0);
  },
);

test('when another user signs in in another tab, this tab drops its own copy of the user', () => {
  writeCachedUser(asha, false);
  areas.localStorage.set('user', JSON.stringify(ravi));
  dropTabCopy();
  expect(readCachedUser()).toEqual(ravi);
  expect(areas.sessionStorage.size).toBe(0);
});
