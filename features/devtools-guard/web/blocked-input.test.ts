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

test.each('F12 Shift+F12 Ctrl+i Ctrl+I Ctrl+u Ctrl+U Ctrl+s Ctrl+S Shift+I Shift+i Ctrl+Shift+I'.split(' '))(
  'the key combination %s is blocked',
  (combination) => {
    expect(isBlockedKey(press(combination), false)).toBe(true);
  },
);

test('in a text field Shift+I can be typed, but all other blocked keys stay blocked', () => {
  const inField = (combination: string) => isBlockedKey(press(combination), true);
  expect(['Shift+I', 'Shift+i', 'I', 'Ctrl+v'].filter(inField)).toEqual([]);
  const others = ['F12', 'Ctrl+i', 'Ctrl+Shift+I', 'Ctrl+u', 'Ctrl+s'];
  expect(others.filter(inField)).toEqual(others);
});

const ALLOWED =
  'i I u s Shift+U Shift+S Ctrl+Shift+S Ctrl+Shift+U Ctrl+Alt+i Alt+i Meta+i Meta+s Meta+Shift+I Ctrl+c Ctrl+v Ctrl+f Ctrl+p Ctrl+r F5 F11 Tab ı';

test.each(ALLOWED.split(' '))('the key combination %s is not blocked', (combination) => {
  expect(isBlockedKey(press(combination), false)).toBe(false);
});

test('key events of a composed character, and those without a key, are not blocked', () => {
  expect(isBlockedKey({ ...press('Shift+I'), isComposing: true }, false)).toBe(false);
  expect(isBlockedKey({ ...press('F12'), key: undefined as unknown as string }, false)).toBe(false);
});

test('the context menu of a long press on a touch screen is not blocked', () => {
  expect(isBlockedMenu({ pointerType: 'touch' } as PointerEvent, null)).toBe(false);
});
