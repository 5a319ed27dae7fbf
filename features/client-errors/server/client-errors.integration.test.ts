import { expect, test } from 'vitest';
import { CLIENT_ERROR_LIMITS } from '#contract/limits.ts';
import { CLIENT_ERRORS } from '#features/client-errors/contract.ts';
import { openTestApp } from '#server/testing/test-app.ts';

const app = await openTestApp();

const REPORT = {
  kind: 'error',
  message: 'Uncaught TypeError: x is not a function',
  source: 'http://site.localhost:3000/assets/home-abc.js',
  line: 3,
  column: 14,
  stack: 'TypeError: x is not a function\n    at f (http://site.localhost:3000/assets/home-abc.js:3:14)',
  path: '/story',
};

const report = (body: object) => app.browser().post(CLIENT_ERRORS, body);
const warnings = () => app.logLines().filter((line) => line.includes('an error in a browser'));
const lastWarning = () => JSON.parse(warnings().at(-1) ?? '{}');

test('a browser error is logged as one warning; kind, message and path are needed, unknown fields are dropped', async () => {
  const answer = await report(REPORT);
  expect([answer.status, answer.text, answer.headers.get('cache-control')]).toEqual([204, '', 'no-store']);
  expect(warnings()).toHaveLength(1);
  expect(lastWarning()).toMatchObject({ level: 'warn', client: REPORT, requestId: expect.any(String) });
  const { kind, message, path } = REPORT;
  expect((await report({ kind, message, path, more: 'dropped' })).status).toBe(204);
  expect(lastWarning().client).toEqual({ kind, message, path, source: '', line: 0, column: 0, stack: '' });
});

test('queries, URL fragments and email addresses in a report do not reach the log', async () => {
  await report({
    ...REPORT,
    message: 'No route "/auth/verify?token=SECRET" for asha@example.com ?token=SECRET (see React error #418)',
    source: 'https://site.test/auth/reset?token=SECRET',
    stack:
      'go@https://site.test/a.js?SECRET:1:2\nat f (https://site.test/b.js#SECRET)\nat https://site.test?SECRET',
    path: '/auth/verify?token=SECRET#SECRET',
  });
  expect(warnings().join('')).not.toMatch(/SECRET|asha@/);
  expect(lastWarning().client).toMatchObject({
    message: 'No route "/auth/verify" for [address]  (see React error #418)',
    source: 'https://site.test/auth/reset',
    stack: 'go@https://site.test/a.js\nat f (https://site.test/b.js)\nat https://site.test',
    path: '/auth/verify',
  });
});

test('[V1.3.10] text in a report cannot forge a log line or send control codes to a terminal', async () => {
  const before = app.logLines().length;
  const message = 'a\n{"level":60,"msg":"forged"}\r\n\u001b[2J\u0000\u009b2J\u2028\u202e\ud800';
  expect((await report({ ...REPORT, message })).status).toBe(204);
  // The log holds one line for the warning and one for the request.
  expect(app.logLines()).toHaveLength(before + 2);
  const line = warnings().at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters.
  expect(line.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/);
  expect(JSON.parse(line)).toMatchObject({ level: 'warn', msg: 'an error in a browser' });
});

test.each([
  ['message', 'x'.repeat(CLIENT_ERROR_LIMITS.message + 1)],
  ['stack', 'x'.repeat(CLIENT_ERROR_LIMITS.stack + 1)],
  ['kind', 'fatal'],
  ['line', -1],
  ['column', 1.5],
])('a report with an invalid %s is refused, and the error names that field', async (field, value) => {
  const before = warnings().length;
  const answer = await report({ ...REPORT, [field]: value });
  expect([answer.status, answer.json.code]).toEqual([422, 'FIELDS_NOT_VALID']);
  expect(answer.json.fields).toEqual([{ field, message: expect.stringMatching(/./) }]);
  expect(warnings()).toHaveLength(before);
});
