import { expect, test } from 'vitest';
import { isBlockedKey, isBlockedMenu, type KeyPress } from './blocked-input.ts';

/** `Ctrl+Shift+I` → what the browser sends for it. */
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

test.each([
  'F12',
  'Shift+F12',
  'Ctrl+i',
  'Ctrl+I',
  'Ctrl+u',
  'Ctrl+U',
  'Ctrl+s',
  'Ctrl+S',
  'Shift+I',
  'Shift+i',
  'Ctrl+Shift+I',
])('%s is blocked', (combination) => {
  expect(isBlockedKey(press(combination))).toBe(true);
});

test.each([
  'i',
  'I',
  'u',
  's',
  'Shift+U',
  'Shift+S',
  'Ctrl+Shift+S',
  'Ctrl+Shift+U',
  'Ctrl+Alt+i',
  'Alt+i',
  'Meta+i',
  'Meta+s',
  'Meta+Shift+I',
  'Ctrl+c',
  'Ctrl+v',
  'Ctrl+f',
  'Ctrl+p',
  'Ctrl+r',
  'F5',
  'F11',
  'Tab',
  'ı',
])('%s is not', (combination) => {
  expect(isBlockedKey(press(combination))).toBe(false);
});

test('keys on the way to a character, and events without a key, are let through', () => {
  expect(isBlockedKey({ ...press('Shift+I'), isComposing: true })).toBe(false);
  expect(isBlockedKey({ ...press('F12'), key: undefined as unknown as string })).toBe(false);
});

test('the menu of a finger stays', () => {
  expect(isBlockedMenu({ pointerType: 'mouse' })).toBe(true);
  expect(isBlockedMenu({})).toBe(true);
  expect(isBlockedMenu({ pointerType: 'touch' })).toBe(false);
});
