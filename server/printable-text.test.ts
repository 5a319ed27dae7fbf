import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testSeed } from '#server/testing/random.ts';
import { printable, printableJson, printableLine } from './printable-text.ts';

/** Everything that could drive a terminal, and everything else. */
const ANY_TEXT = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);
const UNPRINTABLE = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/u;
const RUNS = { seed: testSeed(), numRuns: 200 };

test('nothing unprintable is left of any text', () => {
  fc.assert(
    fc.property(ANY_TEXT, (text) => {
      expect(printable(text)).not.toMatch(UNPRINTABLE);
      expect(printableLine(text)).not.toContain('\n');
    }),
    RUNS,
  );
});

test('JSON keeps the values, and has nothing unprintable in it', () => {
  fc.assert(
    fc.property(ANY_TEXT, (text) => {
      const json = printableJson({ text });
      expect(JSON.parse(json)).toEqual({ text });
      expect(json).not.toMatch(UNPRINTABLE);
    }),
    RUNS,
  );
});

test('unprintable characters show as their numbers, and what people write stays', () => {
  expect(printable('\u001b[2Jhi\u0007 \u202etxt.exe')).toBe('\\u{1b}[2Jhi\\u{7} \\u{202e}txt.exe');
  const plain = 'Grüße, “Søren” – 東京, שלום, می‌خواهم, 👩‍🚀\nsecond line';
  expect(printable(plain)).toBe(plain);
  expect(printable('a\r\nb\tc')).toBe('a\nb  c');
});
