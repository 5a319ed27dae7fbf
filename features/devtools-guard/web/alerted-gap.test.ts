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

test('a tab shows one alert for about the same gap between window and page, and another alert for a very different gap', () => {
  const storage = memory();
  expect(noteAlert(storage, atTheRight(555))).toBe(true);
  expect(noteAlert(storage, atTheRight(555))).toBe(false);
  expect(noteAlert(storage, atTheRight(400))).toBe(false);
  expect(noteAlert(storage, atTheRight(900))).toBe(true);
});

test.each(['', 'wide', '{}', '555'])('an alert is shown although the stored gap is invalid (%j)', (value) => {
  expect(noteAlert(memory({ devtoolsGuardGap: value }), atTheRight(555))).toBe(true);
});

const refusing = () => {
  throw new DOMException('not here', 'SecurityError');
};

test.each<[string, () => Storage]>([
  ['refuses every access', refusing],
  ['refuses every write', () => ({ getItem: () => null, setItem: refusing }) as unknown as Storage],
  ['loses what is written', () => ({ getItem: () => null, setItem: () => {} }) as unknown as Storage],
])(
  'if the browser’s storage %s, no alert is shown, because nothing would stop the same alert from being shown again',
  (_name, storage) => {
    expect(noteAlert(storage, atTheRight(555))).toBe(false);
  },
);
