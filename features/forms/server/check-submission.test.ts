import { expect, test } from 'vitest';
import { FORMS } from '#features/forms/contract.ts';
import { refusalIn, SAMPLE_FORMS } from '#server/testing/form-site.ts';
import { checkSubmission } from './check-submission.ts';
import { FORM_DEFINITIONS, type FormDefinition } from './form-definitions.ts';
import { collectEntries } from './read-form.ts';

const ORIGIN = 'https://www.example.com';
const WORDS = { name: 'Asha', email: 'asha@example.com', message: 'Hello' };
const CONTACT = FORM_DEFINITIONS.find(({ name }) => name === FORMS.contact);

async function checked(
  values: Readonly<Record<string, unknown>>,
  form: FormDefinition | undefined = CONTACT,
) {
  const entries = await collectEntries(Object.entries(JSON.parse(JSON.stringify(values))));
  if (form === undefined) throw new Error('there is no form');
  return checkSubmission(form, entries, ORIGIN);
}

async function problemsOf(values: Readonly<Record<string, unknown>>, form?: FormDefinition) {
  const refusal = await refusalIn(checked(values, form));
  return refusal?.problems ?? [];
}

test.each([
  ['name', undefined, 'REQUIRED_FIELD_MISSING', /^is missing\./],
  ['name', '  \n', 'REQUIRED_FIELD_EMPTY', /^is empty\./],
  ['name', 'a'.repeat(101), 'TYPE_TEXT', /^is too long\. .+ 100 characters; it has 101 now\.$/],
  ['name', ['Asha'], 'TYPE_TEXT', /^is not text\./],
  ['email', null, 'REQUIRED_FIELD_MISSING', /^is missing\./],
  ['email', 'asha', 'TYPE_EMAIL', /name@example\.com/],
  ['email', `${'a'.repeat(243)}@example.com`, 'TYPE_TEXT', /254 characters/],
  ['message', 'क'.repeat(5_001), 'TYPE_TEXT', /5,000 characters; it has 5,001 now/],
  ['name', '\u200b\u3164', 'REQUIRED_FIELD_EMPTY', /^is empty\./],
  ['name', 'As\0ha', 'TYPE_TEXT', /can’t be read as text/],
  ['message', `e${'\u0301'.repeat(90_000)}`, 'TYPE_TEXT', /5,000 characters; it has 5,626 now/],
  ['name', '👩\u200d🚀'.repeat(101), 'TYPE_TEXT', /100 characters; it has 101 now/],
  ['hobby', 'x'.repeat(5_001), 'TYPE_TEXT', /5,000 characters/],
  ['_replyto', 'nobody', 'TYPE_EMAIL', /name@example\.com/],
  // `contract/address.test.ts` tests more texts that could add a recipient or a header to a mail.
  ['_replyto', 'a@example.com\r\nBcc: eve@example.com', 'TYPE_EMAIL', /name@example\.com/],
  ['email', 'a@example.com, eve@example.com', 'TYPE_EMAIL', /name@example\.com/],
  ['_subject', 'x'.repeat(201), 'TYPE_TEXT', /200 characters/],
])(
  'if the field %s has the wrong value %j, this field gets the error %s',
  async (field, value, code, message) => {
    const problems = await problemsOf({ ...WORDS, [field]: value });
    expect(problems).toEqual([{ code, field, message: expect.stringMatching(message) }]);
  },
);

test.each(['12a', '1,2,3', '0x10', 'NaN', '1e999'])('a number field of a form refuses %s', async (guests) => {
  const problems = await problemsOf({ guests }, SAMPLE_FORMS.rsvp);
  expect(problems).toEqual([expect.objectContaining({ code: 'TYPE_NUMERIC', field: 'guests' })]);
});

test('a form whose only field is not text is refused because of that field, not because the form is empty', async () => {
  const codes = (await problemsOf({ hobby: ['x'] })).map(({ code }) => code);
  expect(codes).toEqual([...Array(3).fill('REQUIRED_FIELD_MISSING'), 'TYPE_TEXT']);
});

test('form fields of exactly the maximum length are accepted', async () => {
  const longest = { name: '👩\u200d🚀'.repeat(100), message: '😀'.repeat(5_000) };
  const others = { hobby: 'x'.repeat(5_000), _subject: 's'.repeat(200) };
  const result = await checked({ ...WORDS, ...longest, ...others });
  expect(result).toMatchObject(longest);
});

test('one-line fields lose invisible characters and line breaks, and the message is kept as it was written', async () => {
  const written = { name: ' Asha \u202e\tRao\u200b', message: ' a\u202e  b\u0007 \r\n c ', _subject: 'x\ny' };
  const result = await checked({ ...WORDS, ...written });
  const fields = new Map([['_subject', 'x y']]);
  expect(result).toMatchObject({ name: 'Asha Rao', message: 'a\u202e  b\u0007 \n c', fields });
});

test.each([
  `blob:${ORIGIN}/x`,
  `https://www.example.com.evil.example/`,
  `https://asha@www.example.com/`,
  `${ORIGIN}@evil.example/`,
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://[',
])(
  '[V3.7.2-2] a form is refused if its field _next, which names the page after sending, is %s',
  async (_next) => {
    const message = expect.stringMatching(/^must lead to a page of this site/);
    const problems = await problemsOf({ ...WORDS, _next });
    expect(problems).toEqual([{ code: 'TYPE_TEXT', field: '_next', message }]);
  },
);

test.each([
  ['/about', `${ORIGIN}/about`],
  [ORIGIN, `${ORIGIN}/`],
  ['', `${ORIGIN}/contact/thanks`],
  ['about', `${ORIGIN}/about`],
  ['/.//evil.example/', `${ORIGIN}//evil.example/`],
  ['/%5Cevil.example', `${ORIGIN}/%5Cevil.example`],
])('a form whose field _next is %j leads to the page %s after sending', async (_next, next) => {
  expect(await checked({ ...WORDS, _next })).toMatchObject({ next });
});

const extraFields = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field ${at}`, text]));

test.each([
  ['20 fields', extraFields(20, 'x'), undefined],
  ['21 fields', extraFields(21, 'x'), 'TOO_MANY_FIELDS'],
  ['19.6 kB of text', extraFields(4, 'x'.repeat(4_900)), undefined],
  ['a little more than 20 kB of text', extraFields(4, 'x'.repeat(5_000)), 'BODY_TOO_LARGE'],
  ['24 kB of text in 8,000 characters', extraFields(2, 'अ'.repeat(4_000)), 'BODY_TOO_LARGE'],
  [
    '20 fields and all special fields',
    { ...extraFields(20, 'x'), _subject: 'x', _replyto: 'a@example.com' },
    undefined,
  ],
  ['20 fields and a filled spam trap', { ...extraFields(20, 'x'), _gotcha: 'x'.repeat(30_000) }, undefined],
])(
  'the number and size of additional fields are limited: with $0, the error is $2',
  async (_, others, code) => {
    const codes = (await problemsOf({ ...WORDS, ...others })).map((problem) => problem.code);
    expect(codes).toEqual(code === undefined ? [] : [code]);
  },
);
