import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BODY_LIMITS } from '#contract/limits.ts';
import { testSeed } from '#server/testing/clock-and-random.ts';
import { formDataOf, refusalIn, SAMPLE_FORMS } from '#server/testing/form-site.ts';
import type { FormDefinition } from './form-definitions.ts';
import { type FormEntries, readForm, receiveForm } from './read-form.ts';

const { files, rsvp } = SAMPLE_FORMS;
const URLENCODED = 'application/x-www-form-urlencoded';
const MEDIA_TYPES = ['application/json', URLENCODED, 'multipart/form-data; boundary=b'];
async function read(
  body: Exclude<RequestInit['body'], undefined>,
  contentType?: string,
  form: FormDefinition = rsvp,
): Promise<FormEntries> {
  const encoded = new Response(body);
  const bytes = Buffer.from(await encoded.arrayBuffer());
  return readForm({ kind: 'whole', bytes }, contentType ?? encoded.headers.get('content-type') ?? '', form);
}
const json = (value: unknown) => read(JSON.stringify(value), 'application/json');
const multipart = (parts: string, boundary = 'b') =>
  read(Buffer.from(parts.replaceAll('\n', '\r\n')), `multipart/form-data; boundary=${boundary}`);
const codeOf = async (form: Promise<FormEntries>) => (await refusalIn(form))?.problems[0]?.code;

const textsOf = ({ texts }: FormEntries) => Object.fromEntries(texts);

const random = { seed: testSeed(), numRuns: 100 };

test('every request body is read or refused without an unexpected error, and what is read can be stored', async () => {
  const types = [...MEDIA_TYPES, 'multipart/form-data; boundary="', 'multipart/form-data', 'text/plain', ''];
  const type = fc.oneof(fc.constantFrom(...types), fc.string({ unit: 'grapheme-ascii' }));
  const anyUnit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));
  const part = (text: string) => `--b\r\nContent-Disposition: form-data; ${text}\r\n\r\n${text}\r\n--b--\r\n`;
  const text = fc.oneof(fc.json(), fc.string({ unit: anyUnit }).map(part));
  const body = fc.oneof(fc.uint8Array({ maxLength: 500 }), text.map(Buffer.from));
  const isReadOrRefused = async (bytes: Uint8Array, type: string) => {
    const form = read(Buffer.from(bytes), type);
    const refusal = await refusalIn(form);
    if (refusal !== undefined) {
      expect(refusal.problems.length).toBeGreaterThan(0);
      expect(refusal.status).toBeGreaterThanOrEqual(400);
      return;
    }
    const { texts, files } = await form;
    const all = [...texts].flat().concat(files.flatMap(({ name, type, field }) => [name, type, field]));
    expect(all.filter((text) => !text.isWellFormed() || /[\0\r]/.test(text))).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(body, type, isReadOrRefused), random);
});

test('a form gives the same message whether it is sent as JSON, urlencoded or multipart', async () => {
  const key = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map((text) => `k${text}`);
  const value = fc.string({ unit: 'grapheme', maxLength: 200 });
  const fields = fc.dictionary(key, value, { maxKeys: 10, noNullPrototype: true });
  const isReadAlike = async (values: Record<string, string>) => {
    const asJson = textsOf(await json(values));
    expect(textsOf(await read(new URLSearchParams(values)))).toEqual(asJson);
    expect(textsOf(await read(formDataOf(values)))).toEqual(asJson);
  };
  await fc.assert(fc.asyncProperty(fields, isReadAlike), random);
});

test('an object in a field named `__proto__` or `constructor` is refused like any other value that is not text', async () => {
  const form = await read('{"__proto__":{"isAdmin":true},"constructor":{}}', 'application/json');
  expect([...form.notText]).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
});

test('too many form fields or too long field names are refused, but a repeated field counts once', async () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'x']));
  expect(await codeOf(json(many(50)))).toBeUndefined();
  expect(await codeOf(json(many(51)))).toBe('TOO_MANY_FIELDS');
  expect(await codeOf(read('a&'.repeat(500), URLENCODED))).toBeUndefined();
  expect(await codeOf(read('a&'.repeat(130_000), URLENCODED))).toBe('TOO_MANY_FIELDS');
  expect(await codeOf(json({ ['k'.repeat(100)]: 'x' }))).toBeUndefined();
  expect(await codeOf(json({ ['k'.repeat(101)]: 'x' }))).toBe('TOO_MANY_FIELDS');
  const parts = '--b\nContent-Disposition: form-data; name="x"\n\n1\n'.repeat(4_000);
  expect(await codeOf(multipart(`${parts}--b--\n`))).toBe('TOO_MANY_FIELDS');
});

test.each([
  ['no end', '--b\nContent-Disposition: form-data; name="a"\n\nx'],
  ['no name', '--b\nContent-Disposition: form-data\n\nx\n--b--\n'],
  ['another boundary', '--c\nContent-Disposition: form-data; name="a"\n\nx\n--c--\n'],
  ['no headers', '--b\n\nx\n--b--\n'],
  ['another Content-Disposition', '--b\nContent-Disposition: attachment; name="a"\n\nx\n--b--\n'],
  ['nothing but line breaks', '\n\n\n'],
])('a multipart request body with %s is refused as not readable', async (_, parts) => {
  expect(await codeOf(multipart(parts))).toBe('BODY_NOT_READABLE');
});

test.each(['[]', '1', 'null', '"x"', 'true', '{', '', ' ', `{"a":${'['.repeat(9_000)}`])(
  'JSON that is not an object is refused: %s',
  async (body) => {
    expect(await codeOf(read(body === '' ? ' ' : body, 'application/json'))).toBe('BODY_NOT_READABLE');
  },
);

test('an unsupported media type is refused with MEDIA_TYPE_NOT_SUPPORTED, and a missing body is read as an empty form', async () => {
  for (const type of ['text/plain', 'application/jsonp', 'multipart/mixed; boundary=b', ''])
    expect(await codeOf(read('a=1', type))).toBe('MEDIA_TYPE_NOT_SUPPORTED');
  for (const type of [...MEDIA_TYPES, undefined]) expect(textsOf(await read(null, type))).toEqual({});
});

test('[V5.2.1] a body is refused at the first byte over the limit, which is higher for a form with files', async () => {
  const ofSize = (size: number) => `a=${'x'.repeat(size - 2)}`;
  expect(await codeOf(read(ofSize(BODY_LIMITS.form), URLENCODED))).toBeUndefined();
  expect(await codeOf(read(ofSize(BODY_LIMITS.form + 1), URLENCODED))).toBe('BODY_TOO_LARGE');
  expect(await codeOf(read(`; filename=${ofSize(BODY_LIMITS.form)}`, URLENCODED))).toBe('BODY_TOO_LARGE');
  const limit = BODY_LIMITS.form + files.files.bytes;
  expect(await codeOf(read(ofSize(limit), URLENCODED, files))).toBeUndefined();
  expect(await codeOf(read(ofSize(limit + 1), URLENCODED, files))).toBe('BODY_TOO_LARGE');
});

test('a body that never ends is cut off, and only its beginning is kept in memory', async () => {
  let sent = 0;
  const endless = new Readable({
    read() {
      sent += 1_000_000;
      this.push(Buffer.alloc(1_000_000));
    },
  });
  const received = await receiveForm(endless, BODY_LIMITS.form);
  expect(await codeOf(readForm(received, 'application/json', rsvp))).toBe('BODY_TOO_LARGE');
  expect([received.bytes.length <= BODY_LIMITS.form + 1_000_000, sent < 20_000_000]).toEqual([true, true]);
});

const fileIn = async (file: File) => (await read(formDataOf({ photo: file }))).files[0];

test('[V5.2.2] long file names are cut at the beginning and long media types at the end, and folders are removed', async () => {
  const name = `C:\\pictures\\${'a'.repeat(300)}.png`;
  const long = await fileIn(new File(['x'], name, { type: 'b'.repeat(300) }));
  expect(long?.name).toBe(`${'a'.repeat(196)}.png`);
  expect(long?.type).toBe('b'.repeat(100));
});

test('an upload without a name counts as a file if it has content', async () => {
  const nameless = await multipart(
    '--b\nContent-Disposition: form-data; name="photo"; filename=""\nContent-Type: text/plain\n\nx\n--b--\n',
  );
  expect(nameless.files).toMatchObject([{ field: 'photo', name: 'file' }]);
  expect(await fileIn(new File(['x'], 'C:\\'))).toMatchObject({ name: 'file' });
  expect(await fileIn(new File([], 'empty.txt'))).toMatchObject({ name: 'empty.txt' });
  expect(await fileIn(new File([], ''))).toBeUndefined();
});

test('the media type of a body may be in any letter case and have parameters', async () => {
  expect(textsOf(await read('{"a":"x"}', 'Application/JSON ; Charset=UTF-8'))).toEqual({ a: 'x' });
  expect(textsOf(await read('a=x', 'APPLICATION/X-WWW-FORM-URLENCODED'))).toEqual({ a: 'x' });
});

test('text is kept as written, except that every line break becomes a newline; numbers and booleans become text', async () => {
  const text = 'a\r\nb\rc\n\td \u{1f600} e\u0301 \u202e \u0007\u001b[31m\u009b';
  const plain = text.replace(/\r\n?/g, '\n');
  const sent = { text, age: 42, news: false, nothing: null };
  expect(textsOf(await json(sent))).toEqual({ text: plain, age: '42', news: 'false' });
});

test('a spam trap that holds a list, an object, a number or a file counts as filled, and the file is not kept', async () => {
  for (const _gotcha of [['x'], { a: 'b' }, 0])
    expect(textsOf(await json({ _gotcha }))._gotcha).toMatch(/\S/);
  const form = await read(formDataOf({ _gotcha: new File(['x'], 'a.txt') }));
  expect(textsOf(form)._gotcha).toMatch(/\S/);
  expect(form.files).toEqual([]);
});

test('a field with characters that cannot be stored is reported, and the rest of its text is kept', async () => {
  const { texts, notStorable } = await json({ a: 'a\0b', b: 'half \ud800', 'c\0': 'x', d: 'x' });
  expect(Object.fromEntries(texts)).toEqual({ a: 'ab', b: 'half \ufffd', c: 'x', d: 'x' });
  expect([...notStorable]).toEqual(['a', 'b', 'c']);
});

const bytesOf = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

test.each([
  ['application/json', bytesOf('{"name":"Jos', [0xe9], '"}')],
  [URLENCODED, bytesOf('name=Jos', [0xe9])],
  [`${URLENCODED}; charset=iso-8859-1`, bytesOf('name=Jos%E9')],
  [
    'multipart/form-data; boundary=b',
    bytesOf('--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nJos', [0xe9], '\r\n--b--\r\n'),
  ],
])(
  'a body of the type %s that is not UTF-8 is refused, because wrong characters would be stored',
  async (type, bytes) => {
    expect(await codeOf(read(bytes, type))).toBe('BODY_NOT_READABLE');
  },
);
