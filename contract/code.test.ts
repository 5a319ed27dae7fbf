import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanCode } from './code.ts';

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123.456', '123456'],
  ['１２３４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['१२३४५६', '123456'],
  ['𝟏𝟐𝟑𝟜𝟝𝟞', '123456'],
  ['\u200e123\u00a0456\u200b', '123456'],
  ['ABCD–efgh', 'abcdefgh'],
  ['......', ''],
  ['\0\ud800', ''],
])('the one-time code typed as %j is read as “%s”', (typed, code) => {
  expect(cleanCode(typed)).toBe(code);
});

/** Any UTF-16 code unit, including halves of surrogate pairs. */
const anyUnit = fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit));

test('any typed one-time code is reduced to ASCII letters and digits, and a second reduction changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyUnit }), (typed) => {
      expect(cleanCode(typed)).toMatch(/^[0-9a-z]*$/);
      expect(cleanCode(cleanCode(typed))).toBe(cleanCode(typed));
    }),
    { seed: 20261125 },
  );
});
