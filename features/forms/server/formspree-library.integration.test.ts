import { createClient, isSubmissionError, type SubmissionError } from '@formspree/core';
import { afterAll, expect, test } from 'vitest';
import { FORM_ERRORS } from '#features/forms/refusals.ts';
import { createApp } from '#server/app.ts';
import { listen } from '#server/http/listen.ts';
import { formDataOf, newMessage, openFormSite } from '#server/testing/form-site.ts';
import { TEST_ORIGIN } from '#server/testing/test-app.ts';
import { refusalOf } from './form-refusal.ts';

/** Runs the unchanged Formspree library over a real connection. `e2e/journeys/forms-hosted.spec.ts` tests another origin. */
const app = await openFormSite();
const server = await listen(await createApp(app.deps), 0);
const endpoint = `http://127.0.0.1:${server.port}`;
afterAll(server.close);

type Values = Record<string, string>;
type Data = FormData | Record<string, unknown>;

const submit = (form: string, data: Data, project?: string, to = endpoint) =>
  createClient(project === undefined ? {} : { project }).submitForm<Values>(form, data as Values, {
    endpoint: to,
  });

async function refused(...sent: Parameters<typeof submit>): Promise<SubmissionError<Values>> {
  const result = await submit(...sent);
  if (!isSubmissionError(result)) throw new Error(`not refused: ${JSON.stringify(result)}`);
  return result;
}

const file = (size: number) => new File([new Uint8Array(size)], 'picture.png', { type: 'image/png' });

test.each([
  ['JSON', newMessage()],
  ['multipart', formDataOf(newMessage())],
])('the Formspree library gets success and the next page for a message sent as %s', async (_, data) => {
  expect(await submit('contact', data)).toEqual({ kind: 'success', next: `${TEST_ORIGIN}/contact/thanks` });
});

test('a form sent to a URL with a Formspree project accepts files within its limits', async () => {
  const data = formDataOf({ email: 'asha@example.com', file: file(1_000) });
  expect((await submit('files', data, 'site')).kind).toBe('success');
});

test.each<[keyof typeof FORM_ERRORS, string, Data, string | undefined]>([
  ['FORM_NOT_FOUND', 'nowhere', newMessage(), undefined],
  ['PROJECT_NOT_FOUND', 'contact', newMessage(), 'elsewhere'],
  ['INACTIVE', 'closed', newMessage(), undefined],
  ['EMPTY', 'contact', new FormData(), undefined],
  ['NO_FILE_UPLOADS', 'contact', formDataOf({ ...newMessage(), file: file(10) }), undefined],
  ['FILES_TOO_BIG', 'files', formDataOf({ file: file(400_001) }), undefined],
  ['TOO_MANY_FILES', 'files', formDataOf({ a: file(1), b: file(1), c: file(1) }), undefined],
])(
  'the Formspree library shows the site’s own sentence when a message is refused as a whole with %s',
  async (code, form, data, project) => {
    const [first] = (await refused(form, data, project)).getFormErrors();
    expect(first).toEqual({ code, message: FORM_ERRORS[code] });
  },
);

test.each<[string, string, string, Data]>([
  ['REQUIRED_FIELD_EMPTY', 'contact', 'message', formDataOf({ ...newMessage(), message: ' ' })],
  ['TYPE_NUMERIC', 'rsvp', 'guests', { guests: 'two' }],
])('the Formspree library gets the error %s at the field that caused it', async (code, form, field, data) => {
  const error = await refused(form, data);
  expect(error.getFormErrors()).toEqual([]);
  expect(error.getAllFieldErrors().map(([name]) => name)).toEqual([field]);
  expect(error.getFieldErrors(field)).toEqual([{ code, message: expect.stringMatching(/^is .+\.$/) }]);
});

test('the Formspree library shows the site’s own sentence for a body that is too large or is not a form', async () => {
  const long = await refused('contact', { ...newMessage(), message: 'x'.repeat(1_000_000) });
  expect(long.getFormErrors()).toEqual([
    { code: 'UNSPECIFIED', message: refusalOf('BODY_TOO_LARGE').problems[0]?.message },
  ]);
  const list = await refused('contact', [] as never as Values);
  expect(list.getFormErrors()[0]?.message).toBe(refusalOf('BODY_NOT_READABLE').problems[0]?.message);
});
