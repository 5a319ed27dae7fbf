import { createClient, isSubmissionError, type SubmissionError } from '@formspree/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FORM_ERRORS } from '#contract/errors.ts';
import { createApp } from '#server/app.ts';
import { listen, type RunningServer } from '#server/http/listen.ts';
import { newMessage, SAMPLE_FORMS } from '#server/testing/form-samples.ts';
import { openTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';
import { FORM_DEFINITIONS } from './form-definitions.ts';

/** The published library, unchanged, over a real connection. */
let app: TestApp;
let server: RunningServer;
let endpoint: string;
beforeAll(async () => {
  app = await openTestApp({}, { forms: [...FORM_DEFINITIONS, ...Object.values(SAMPLE_FORMS)] });
  server = await listen(await createApp(app.deps), 0);
  endpoint = `http://127.0.0.1:${server.port}`;
});
afterAll(async () => {
  await server.close();
  await app.close();
});

type Values = Record<string, string>;
type Data = FormData | Record<string, unknown>;

const submit = (form: string, data: Data, project?: string) =>
  createClient(project === undefined ? {} : { project }).submitForm<Values>(form, data as Values, {
    endpoint,
  });

async function refused(form: string, data: Data, project?: string): Promise<SubmissionError<Values>> {
  const result = await submit(form, data, project);
  if (!isSubmissionError(result)) throw new Error(`not refused: ${JSON.stringify(result)}`);
  return result;
}

const formDataOf = (values: Readonly<Record<string, string | Blob>>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.append(name, value);
  return data;
};
const file = (size: number) => new File([new Uint8Array(size)], 'picture.png', { type: 'image/png' });

test.each([
  ['JSON', newMessage()],
  ['multipart', formDataOf(newMessage())],
])('a message sent as %s is a success that says where to go', async (_, data) => {
  expect(await submit('contact', data)).toEqual({ kind: 'success', next: `${TEST_ORIGIN}/contact/thanks` });
});

test('a project’s form, with files that it may have', async () => {
  const data = formDataOf({ email: 'asha@example.com', file: file(1_000) });
  expect((await submit('files', data, 'site')).kind).toBe('success');
});

test.each<[string, string, Data, string | undefined]>([
  ['FORM_NOT_FOUND', 'nowhere', newMessage(), undefined],
  ['PROJECT_NOT_FOUND', 'contact', newMessage(), 'elsewhere'],
  ['INACTIVE', 'closed', newMessage(), undefined],
  ['EMPTY', 'contact', new FormData(), undefined],
  ['EMPTY', 'contact', {}, undefined],
  ['NO_FILE_UPLOADS', 'contact', formDataOf({ ...newMessage(), file: file(10) }), undefined],
  ['NO_FILE_UPLOADS', 'contact', formDataOf({ ...newMessage(), file: file(3_000_000) }), undefined],
  ['FILES_TOO_BIG', 'files', formDataOf({ file: file(400_001) }), undefined],
  ['FILES_TOO_BIG', 'files', formDataOf({ file: file(3_000_000) }), undefined],
  ['TOO_MANY_FILES', 'files', formDataOf({ a: file(1), b: file(1), c: file(1) }), undefined],
])('%s reaches whoever uses it', async (code, form, data, project) => {
  const [first] = (await refused(form, data, project)).getFormErrors();
  expect(first).toEqual({ code, message: FORM_ERRORS[code as keyof typeof FORM_ERRORS] });
});

test('BLOCKED as well', async () => {
  const headers = { origin: 'https://elsewhere.example', accept: 'application/json' };
  const elsewhere: typeof fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...init?.headers, ...headers } });
  const answer = await elsewhere(`${endpoint}/f/partners`, {
    method: 'POST',
    body: formDataOf(newMessage()),
  });
  expect(await answer.json()).toMatchObject({ errors: [{ code: 'BLOCKED', message: FORM_ERRORS.BLOCKED }] });
});

test.each<[string, string, string, Data]>([
  ['REQUIRED_FIELD_MISSING', 'contact', 'name', { email: 'a@example.com', message: 'Hi' }],
  ['REQUIRED_FIELD_EMPTY', 'contact', 'message', formDataOf({ ...newMessage(), message: ' ' })],
  ['TYPE_EMAIL', 'contact', 'email', formDataOf({ ...newMessage(), email: 'asha' })],
  ['TYPE_NUMERIC', 'rsvp', 'guests', { guests: 'two' }],
  ['TYPE_TEXT', 'contact', 'message', { ...newMessage(), message: ['a', 'b'] }],
])('%s is found at its field', async (code, form, field, data) => {
  const error = await refused(form, data);
  expect(error.getFormErrors()).toEqual([]);
  expect(error.getAllFieldErrors().map(([name]) => name)).toEqual([field]);
  expect(error.getFieldErrors(field)).toEqual([{ code, message: expect.stringMatching(/^is .+\.$/) }]);
});

test('a body that is too large, and one that is no form, are told in our words', async () => {
  const long = await refused('contact', { ...newMessage(), message: 'x'.repeat(1_000_000) });
  expect(long.getFormErrors()).toEqual([
    { code: 'UNSPECIFIED', message: expect.stringMatching(/^That is more than the form can take/) },
  ]);
  const list = await refused('contact', [] as never as Values);
  expect(list.getFormErrors()[0]?.message).toMatch(/could not be read as a form/);
});

test('whoever sends too much learns how long to wait, and how often is five a minute', async () => {
  const limited = await openTestApp({ RATE_LIMIT_SCALE: '1' });
  const listening = await listen(await createApp(limited.deps), 0);
  const client = createClient();
  const send = () =>
    client.submitForm('contact', newMessage(), { endpoint: `http://127.0.0.1:${listening.port}` });
  for (let count = 0; count < 5; count++) expect((await send()).kind).toBe('success');
  const result = await send();
  expect(isSubmissionError(result) && result.getFormErrors()[0]?.message).toMatch(
    /^Too many tries\. Please wait \d+ seconds? and try again\.$/,
  );
  const answer = await fetch(`http://127.0.0.1:${listening.port}/f/contact`, { method: 'POST' });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await answer.json()).toMatchObject({ errors: [{ code: 'RATE_LIMITED' }] });
  await listening.close();
  await limited.close();
});
