import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropAllDrafts, dropDraftsOfOthers, keepDraft, NOBODY, readDraft } from './drafts.ts';

const stored: Record<string, string> = {};
const sessionStorage = {
  getItem: (key: string) => stored[key] ?? null,
  setItem: (key: string, value: string) => Object.assign(stored, { [key]: value }),
  removeItem: (key: string) => void delete stored[key],
};

beforeEach(() => {
  vi.stubGlobal('window', { sessionStorage });
  keepDraft('asha', 'contact', { message: 'Dear all' });
  keepDraft('asha', 'profile', { about: 'Up before the sun.' });
  keepDraft('ravi', 'contact', { message: 'Hello' });
  keepDraft(NOBODY, 'feedback', { message: 'Nice' });
});

afterEach(dropAllDrafts);

test('a draft of a typed text is read back only for the same person and form', () => {
  expect(readDraft('asha', 'contact')).toEqual({ message: 'Dear all' });
  expect(readDraft('asha', 'profile')).toEqual({ about: 'Up before the sun.' });
  expect(readDraft('ravi', 'contact')).toEqual({ message: 'Hello' });
  expect(readDraft('ravi', 'profile')).toBeUndefined();
  expect(readDraft(NOBODY, 'contact')).toBeUndefined();
});

test('a removed draft cannot be read any more, and removing the last draft clears the storage', () => {
  keepDraft('asha', 'contact');
  expect(readDraft('asha', 'contact')).toBeUndefined();
  expect(readDraft('asha', 'profile')).not.toBeUndefined();
  keepDraft('asha', 'profile');
  keepDraft('ravi', 'contact');
  keepDraft(NOBODY, 'feedback');
  expect(stored).toEqual({});
});

test('a sign-in removes the drafts of other people, but not those typed while signed out', () => {
  dropDraftsOfOthers('ravi');
  expect(readDraft('asha', 'contact')).toBeUndefined();
  expect(readDraft('asha', 'profile')).toBeUndefined();
  expect(readDraft('ravi', 'contact')).toEqual({ message: 'Hello' });
  expect(readDraft(NOBODY, 'feedback')).toEqual({ message: 'Nice' });
});

test('when browser storage is blocked, drafts are not kept, and no error is thrown', () => {
  vi.stubGlobal('window', {
    get sessionStorage(): never {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
  keepDraft('asha', 'contact', { message: 'x' });
  dropDraftsOfOthers('asha');
  expect(readDraft('asha', 'contact')).toBeUndefined();
});
