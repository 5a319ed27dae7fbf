import { basename, dirname, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { printable, printableJson, printableLine, safeFileName } from './printable-text.ts';
import { testSeed } from './testing/clock-and-random.ts';

const ANY_TEXT = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);
const UNPRINTABLE = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/u;

test('the printable form of any text contains no unprintable character, and printable JSON has the same values', () => {
  fc.assert(
    fc.property(ANY_TEXT, (text) => {
      const json = printableJson({ text });
      expect(JSON.parse(json)).toEqual({ text });
      for (const printed of [printable(text), json]) expect(printed).not.toMatch(UNPRINTABLE);
      expect(printableLine(text)).not.toContain('\n');
    }),
    { seed: testSeed(), numRuns: 200 },
  );
});

test('unprintable characters are replaced by their code points, and ordinary text of all scripts is unchanged', () => {
  expect(printable('\u001b[2Jhi\u0007 \u202etxt.exe')).toBe('\\u{1b}[2Jhi\\u{7} \\u{202e}txt.exe');
  const plain = 'Grüße, “Søren” – 東京, שלום, می‌خواهم, 👩‍🚀\nsecond line';
  expect(printable(plain)).toBe(plain);
  expect(printable('a\r\nb\tc')).toBe('a\nb  c');
});

const NAME = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', minLength: 40, maxLength: 400 }),
  fc
    .array(fc.constantFrom('..', '.', '/', '\\', '\0', ':', '~', '-', ' ', 'con', 'a', '.txt', '日'))
    .map((parts) => parts.join('')),
);

describe('the file name under which an attachment is saved', () => {
  it('has no folder, no unprintable character and at most 255 bytes', () => {
    fc.assert(
      fc.property(NAME, (name) => {
        const safe = safeFileName(name);
        expect(basename(safe)).toBe(safe);
        expect(safe).not.toMatch(/^[.~-]|[/\\:*?"<>|\p{C}]|[. ]$|^$/u);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
        expect(dirname(resolve('/folder', safe))).toBe('/folder');
      }),
      { seed: testSeed() },
    );
  });

  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../.ssh/authorized_keys', 'authorized_keys'],
    ['C:\\Users\\me\\plan.docx', 'plan.docx'],
    ['con.txt', 'file-con.txt'],
    ['in\u202efdp.exe', 'in_fdp.exe'],
    [`${'a'.repeat(49)}. and so on`, 'a'.repeat(49)],
  ])('for the original name %j is %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });
});
