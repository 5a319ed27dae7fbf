import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOfSubmissions, spreadsheetText } from './csv.ts';
import type { StoredSubmission } from './read-submissions.ts';

const SUBMISSION: StoredSubmission = {
  id: '3f8e',
  form: 'contact',
  state: 'received',
  user_id: null,
  name: 'Ada',
  email: 'ada@example.com',
  message: 'Hello',
  fields: {},
  payment_intent: null,
  amount: null,
  currency: null,
  created_at: '2026-11-21T10:00:00.000Z',
  files: [],
};
const FORMULA_AT_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

const TEXT = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '\t',
        '\r',
        '\n',
        '"',
        ',',
        ';',
        ' ',
        "'",
        '\u00a0',
        '＝',
        '＋',
        '\u200b',
        'a',
      ),
    )
    .map((parts) => parts.join('')),
);

async function csvOf(...submissions: readonly Partial<StoredSubmission>[]): Promise<string> {
  const page = submissions.map((submission) => ({ ...SUBMISSION, ...submission }));
  async function* pages() {
    yield page;
  }
  let csv = '';
  for await (const text of csvOfSubmissions(pages)) csv += text;
  return csv;
}

/** RFC 4180, as far as ours goes: every cell that is not empty is quoted. */
function parse(csv: string): string[][] {
  expect(csv.startsWith('\ufeff')).toBe(true);
  expect(csv.endsWith('\r\n')).toBe(true);
  const rows: string[][] = [[]];
  const cells = /"((?:[^"]|"")*)"(,|\r\n)|(,|\r\n)/y;
  cells.lastIndex = 1;
  while (cells.lastIndex < csv.length) {
    const [whole, quoted = '', afterQuoted, afterEmpty] = cells.exec(csv) ?? [];
    if (whole === undefined) throw new Error(`not CSV: ${csv}`);
    rows.at(-1)?.push(quoted.replaceAll('""', '"'));
    if ((afterQuoted ?? afterEmpty) === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('CSV', () => {
  it('read again, each cell is the text as a spreadsheet may have it', async () => {
    await fc.assert(
      fc.asyncProperty(TEXT, TEXT, TEXT, TEXT, async (name, message, field, value) => {
        const [header = [], row = []] = parse(await csvOf({ name, message, fields: { [field]: value } }));
        const cell = (title: string) => row[header.indexOf(title)];
        expect(cell('name')).toBe(spreadsheetText(name));
        expect(cell('message')).toBe(spreadsheetText(message));
        expect(cell(spreadsheetText(`field:${field}`))).toBe(spreadsheetText(value));
        expect(row).toHaveLength(header.length);
        for (const text of [...header, ...row]) expect(text).not.toMatch(FORMULA_AT_START);
      }),
    );
  });

  it('changes a text only by an apostrophe before it and by writing control characters as numbers', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const changed = spreadsheetText(text);
        const shown = changed.startsWith("'") && !text.startsWith("'") ? changed.slice(1) : changed;
        const read = shown.replace(/\\u\{([0-9a-f]+)\}/g, (_, code) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        );
        fc.pre(!/\\u\{/.test(text));
        expect(read).toBe(text);
      }),
    );
  });

  it.each([
    '=HYPERLINK("http://x.example","open")',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r\n=1',
    '\n',
    ' =1',
    '\u00a0=1',
    '\u200b=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '﹦1',
    '−1',
  ])('%j is no formula', (text) => {
    expect(spreadsheetText(text)[0]).toBe("'");
  });

  it.each(['Hello = 1', 'a-b', '1+1', ' plain', '', 'ada@example.com', 'two\r\nlines'])(
    '%j stays',
    (text) => {
      expect(spreadsheetText(text)).toBe(text);
    },
  );

  it('obeys no terminal that shows it', () => {
    expect(spreadsheetText('\u001b[2J a\rb \u009b \u007f')).toBe('\\u{1b}[2J a\\u{d}b \\u{9b} \\u{7f}');
  });

  it('has a column for each further field, and the rest in one when there are too many', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, `v${at}`]));
    const [header = [], first = [], second = []] = parse(
      await csvOf({ fields: { company: '=1' } }, { fields: many, files: [file('a.pdf'), file('b.pdf')] }),
    );
    expect(header.filter((title) => title.startsWith('field:'))).toHaveLength(50);
    expect(first[header.indexOf('field:company')]).toBe("'=1");
    expect(first[header.indexOf('further_fields')]).toBe('');
    expect(second[header.indexOf('field:f48')]).toBe('v48');
    expect(Object.keys(JSON.parse(second.at(-1) ?? ''))).toEqual(
      Array.from({ length: 11 }, (_, at) => `f${at + 49}`),
    );
    expect(second[header.indexOf('files')]).toBe('a.pdf (3 bytes)\nb.pdf (3 bytes)');
  });

  it('a field named like something of every object is a field like any other', async () => {
    const fields = JSON.parse('{"__proto__":"x","constructor":"y"}');
    const [header = [], first, second] = parse(await csvOf({ fields }, {}));
    const at = header.indexOf('field:__proto__');
    expect([first?.[at], second?.[at], second?.[at + 1]]).toEqual(['x', '', '']);
  });

  it('without submissions there is still a header', async () => {
    expect(parse(await csvOf())).toHaveLength(1);
  });
});

function file(name: string) {
  return { id: name, field: 'upload', name, type: 'application/pdf', size: 3 };
}
