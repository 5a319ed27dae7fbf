import { expect, test } from 'vitest';
import { isBlockedKey, isBlockedMenu, type KeyPress } from './blocked-input.ts';

/** The key event that a browser sends for a combination such as `Ctrl+Shift+I`. */
function press(combination: string): KeyPress {
  const parts = combination.split('+');
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
    metaKey: parts.includes('Meta'),
    isComposing: false,
  };
}

const BLOCKED = 'F12 Shift+F12 Ctrl+i Ctrl+I Ctrl+u Ctrl+U Ctrl+s Ctrl+S Shift+I Shift+i Ctrl+Shift+I';
const FREE =
  'i I u s Shift+U Shift+S Ctrl+Shift+S Ctrl+Shift+U Ctrl+Alt+i Alt+i Meta+i Meta+s Meta+Shift+I Ctrl+c Ctrl+v Ctrl+f Ctrl+p Ctrl+r F5 F11 Tab ı';

test.each([
  ...BLOCKED.split(' ').map((combination) => [combination, true] as const),
  ...FREE.split(' ').map((combination) => [combination, false] as const),
])('the guard blocks the key combination %s: %s', (combination, isBlocked) => {
  expect(isBlockedKey(press(combination), false)).toBe(isBlocked);
});

test('in a text field, the guard blocks all its key combinations except Shift+I', () => {
  const inField = (combination: string) => isBlockedKey(press(combination), true);
  expect(['Shift+I', 'Shift+i', 'I', 'Ctrl+v'].filter(inField)).toEqual([]);
  const others = ['F12', 'Ctrl+i', 'Ctrl+Shift+I', 'Ctrl+u', 'Ctrl+s'];
  expect(others.filter(inField)).toEqual(others);
});

test('the guard does not block composed characters, events without a key, or the menu of a long press', () => {
  expect(isBlockedKey({ ...press('Shift+I'), isComposing: true }, false)).toBe(false);
  expect(isBlockedKey({ ...press('F12'), key: undefined as unknown as string }, false)).toBe(false);
  expect(isBlockedMenu({ pointerType: 'touch' } as PointerEvent, null)).toBe(false);
});
