import { expect, test } from 'vitest';
import { countCharacters, cutTo, isStorable, isTooLong, normalized, withPlainBreaks } from './text.ts';

const ZALGO = `e${'\u0301'.repeat(1_000)}`;

test.each([
  ['', 0],
  ['Asha', 4],
  ['😀😀', 2],
  ['👩‍👩‍👧‍👦', 1],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 1],
  ['🇮🇳', 1],
  ['e\u0301', 1],
  ['क्षि', 1],
  ['a\r\nb', 3],
  [ZALGO, 63],
])('the text %j has %i visible characters', (text, count) => {
  expect(countCharacters(text)).toBe(count);
});

test('a length limit counts visible characters, but also limits the stored bytes', () => {
  expect(isTooLong('👩‍👩‍👧‍👦'.repeat(100), 100)).toBe(false);
  expect(isTooLong('👩‍👩‍👧‍👦'.repeat(101), 100)).toBe(true);
  expect(isTooLong('a'.repeat(101), 100)).toBe(true);
  expect(isTooLong(ZALGO, 50)).toBe(true);
});

test('shortening a text never cuts a visible character in two', () => {
  expect(cutTo('👩‍👩‍👧‍👦😀é', 2)).toBe('👩‍👩‍👧‍👦😀');
  expect(cutTo('👩‍👩‍👧‍👦', 1)).toBe('👩‍👩‍👧‍👦');
  expect(cutTo(ZALGO, 50)).toBe('');
});

test.each([
  ['a\0b', false],
  ['\ud800', false],
  ['\udc00 x', false],
  ['😀\u0001\u202e', true],
])('the database can store the text %j: %s', (text, can) => {
  expect(isStorable(text)).toBe(can);
});

test('line breaks of every kind are stored as a newline (LF)', () => {
  expect(withPlainBreaks('a\r\nb\rc\nd\u2028e')).toBe('a\nb\nc\nd\ne');
});

test('long runs of combining marks are shortened, because sorting them would take seconds', () => {
  const marks = '\u0315\u0300'.repeat(10_000);
  expect(normalized(`a${marks}b${marks}`)).toHaveLength(2 * 30 + 1);
  expect(normalized('e\u0301 1\ufe0f')).toBe('\u00e9 1\ufe0f');
  expect(normalized('\uff41', 'NFKC')).toBe('a');
});
