import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth, fitInto, harmless, harmlessJson, harmlessLine } from './harmless-text.ts';
import { table } from './table.ts';

/** Everything that could drive a terminal, and everything else: any sequence of 16-bit units. */
const ANYTHING = fc.oneof(
  fc.string({ unit: 'binary', size: 'large' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        '\u001b[31m',
        '\u009b2J',
        '\r',
        '\n',
        '\u0007',
        '\u202e',
        '\u2066',
        '\ufeff',
        'a',
        '日',
        '́',
      ),
    )
    .map((parts) => parts.join('')),
);
const CONTROL = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/u;

describe('text of strangers', () => {
  it('never brings a control character but line breaks to the terminal', () => {
    fc.assert(
      fc.property(ANYTHING, (text) => {
        expect(harmless(text)).not.toMatch(CONTROL);
        expect(harmlessLine(text)).not.toMatch(CONTROL);
        expect(harmlessLine(text)).not.toContain('\n');
      }),
    );
  });

  it('is JSON of the same value, without control characters', () => {
    fc.assert(
      fc.property(ANYTHING, (text) => {
        const json = harmlessJson({ text });
        expect(JSON.parse(json)).toEqual({ text });
        expect(json).not.toMatch(CONTROL);
      }),
    );
  });

  it('shows what was there, and leaves alone what people write', () => {
    expect(harmless('\u001b[2Jhi\u0007 \u202etxt.exe')).toBe('\\u{1b}[2Jhi\\u{7} \\u{202e}txt.exe');
    const plain = 'Grüße, “Søren” – 東京, שלום, می‌خواهم, 👩‍🚀\nsecond line';
    expect(harmless(plain)).toBe(plain);
    expect(harmless('a\r\nb\tc')).toBe('a\nb  c');
  });

  it('does not pile up marks', () => {
    expect(harmless(`e${'\u0301'.repeat(50)}!`)).toBe(`e${'\u0301'.repeat(4)}!`);
  });
});

describe('fitInto', () => {
  it('is exactly as wide as asked for', () => {
    fc.assert(
      fc.property(ANYTHING, fc.integer({ min: 1, max: 60 }), (text, width) => {
        expect(displayWidth(fitInto(harmlessLine(text), width))).toBe(width);
      }),
    );
  });

  it('never cuts a letter apart', () => {
    expect(fitInto('日本語', 4)).toBe('日… ');
    expect(fitInto('👩‍🚀 to the moon', 4)).toBe('👩‍🚀 …');
    expect(fitInto('ab', 4)).toBe('ab  ');
  });
});

describe('table', () => {
  const columns = [
    { title: 'ID', most: 8, text: (row: readonly string[]) => row[0] ?? '' },
    { title: 'NAME', most: 10, text: (row: readonly string[]) => row[1] ?? '' },
    { title: 'MESSAGE', most: 80, text: (row: readonly string[]) => row[2] ?? '' },
  ];

  it('has one line for each row, none wider than the terminal, whatever the cells hold', () => {
    const rows = fc.array(fc.tuple(ANYTHING, ANYTHING, ANYTHING), { maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 40, max: 120 }), (cells, width) => {
        const lines = table(columns, cells, width).split('\n');
        expect(lines).toHaveLength(cells.length + 1);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('has room below a row for what is longer', () => {
    const rows = [['1', 'Ada', 'Hello\nthere, this is long']];
    expect(table(columns.slice(0, 2), rows, 20, (row) => row[2] ?? '')).toBe(
      ['ID  NAME', '1   Ada', '  Hello there, this…'].join('\n'),
    );
  });

  it('is readable', () => {
    const rows = [
      ['1', 'Ada', 'Hello\nthere, this is long'],
      ['22', '日本', 'Hi'],
    ];
    expect(table(columns, rows, 30)).toBe(
      ['ID  NAME  MESSAGE', '1   Ada   Hello there, this i…', '22  日本  Hi'].join('\n'),
    );
  });
});
