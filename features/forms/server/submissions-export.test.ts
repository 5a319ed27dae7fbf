import { expect, test } from 'vitest';
import type { StoredSubmission } from './stored-submissions.ts';
import { csvOfSubmissions } from './submissions-export.ts';

const SUBMISSION: StoredSubmission = {
  id: '3f8e',
  form: 'contact',
  state: 'received',
  created_at: '2026-11-21T10:00:00.000Z',
  name: 'Ada',
  email: 'ada@example.com',
  message: 'Hello',
  fields: {},
  files: [],
  user_id: null,
  payment_intent: null,
  amount: null,
  currency: null,
  due_at: null,
  done_at: null,
  read_at: null,
  assigned_to: null,
};
const file = (name: string) => ({ id: name, field: 'upload', name, type: 'application/pdf', size: 3 });

async function rowsOf(...submissions: readonly Partial<StoredSubmission>[]): Promise<string[][]> {
  async function* pages() {
    yield submissions.map((submission) => ({ ...SUBMISSION, ...submission }));
  }
  let csv = '';
  for await (const text of csvOfSubmissions(pages)) csv += text;
  expect(csv.startsWith('\ufeff')).toBe(true);
  const rows: string[][] = [[]];
  for (const [, quoted = '', end] of csv.slice(1).matchAll(/(?:"((?:[^"]|"")*)")?(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

async function messageCell(message: string): Promise<string | undefined> {
  const [header = [], row = []] = await rowsOf({ message });
  return row[header.indexOf('message')];
}

test.each([
  '=HYPERLINK("http://x.example","open")',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1',
  '\r\n=1',
  ' =1',
  '\u00a0=1',
  '\u200b=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
])('[A-20] the CSV export contains %j as a text and not as a formula', async (text) => {
  expect(await messageCell(text)).toMatch(/^['\\]/);
});

test.each(['Hello = 1', 'a-b', '1+1', 'ada@example.com', 'two\nlines', 'a "quoted", word; and more'])(
  'the CSV export contains the text %j unchanged',
  async (text) => {
    expect(await messageCell(text)).toBe(text);
  },
);

test('the CSV export escapes control characters that a terminal would obey', async () => {
  expect(await messageCell('x\u001b[2J a\rb \u009b \u007f')).toBe('x\\u{1b}[2J a\\u{d}b \\u{9b} \\u{7f}');
});

test('the CSV export has a column for each of up to 50 further fields, and one column for the rest', async () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, `v${at}`]));
  const [header = [], first = [], second = []] = await rowsOf(
    { fields: { company: '=1' } },
    { fields: many, files: [file('=a.pdf'), file('\u202eb.pdf')] },
  );
  expect(header.filter((title) => title.startsWith('field:'))).toHaveLength(50);
  expect(first[header.indexOf('field:company')]).toBe("'=1");
  expect(second[header.indexOf('field:f48')]).toBe('v48');
  expect(Object.keys(JSON.parse(second.at(-1) ?? ''))).toHaveLength(11);
  expect(second[header.indexOf('files')]).toBe("'=a.pdf (3 bytes)\n\\u{202e}b.pdf (3 bytes)");
});

test('the CSV export treats a field named like a property of every JavaScript object like any other field', async () => {
  const fields = JSON.parse('{"__proto__":"x","constructor":"y"}');
  const [header = [], first, second] = await rowsOf({ fields }, {});
  const at = header.indexOf('field:__proto__');
  expect([first?.[at], second?.[at], second?.[at + 1]]).toEqual(['x', '', '']);
});
