import { expect, test } from 'vitest';
import { noteAlert } from './alerted-gap.ts';

const WINDOW = { outerWidth: 1440, outerHeight: 900, innerWidth: 1440, innerHeight: 780 };
const atTheRight = (pixels: number) => ({ ...WINDOW, innerWidth: 1440 - pixels });

function memory(stored: Record<string, string> = {}) {
  const storage = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
  } as Storage;
  return () => storage;
}

test('a tab alerts once at the same gap, and again at another one', () => {
  const storage = memory();
  expect(noteAlert(storage, atTheRight(555))).toBe(true);
  expect(noteAlert(storage, atTheRight(555))).toBe(false);
  expect(noteAlert(storage, atTheRight(400))).toBe(false);
  expect(noteAlert(storage, atTheRight(900))).toBe(true);
});

test.each(['', 'wide', '{}', '555'])('a stored %j does not keep the guard quiet', (value) => {
  expect(noteAlert(memory({ devtoolsGuardGap: value }), atTheRight(555))).toBe(true);
});

const refusing = () => {
  throw new DOMException('not here', 'SecurityError');
};

test.each<[string, () => Storage]>([
  ['refuses to be touched', refusing],
  ['refuses to be written', () => ({ getItem: () => null, setItem: refusing }) as unknown as Storage],
  ['forgets', () => ({ getItem: () => null, setItem: () => {} }) as unknown as Storage],
])('storage that %s causes no repeated alerts', (_name, storage) => {
  expect(noteAlert(storage, atTheRight(555))).toBe(false);
});
