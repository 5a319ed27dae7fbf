import { expect, test } from 'vitest';
import { readAnswer } from './call-api.ts';

test('a 2xx with a JSON object is the data', () => {
  expect(readAnswer(200, '{"success":true,"data":null}')).toEqual({
    kind: 'ok',
    data: { success: true, data: null },
  });
});

test('a refusal keeps its code, sentence and fields', () => {
  const refusal = {
    success: false,
    code: 'FIELDS_NOT_VALID',
    message: 'Please correct the marked fields.',
    fields: [{ field: 'name', message: 'Please give a name.' }],
  };
  expect(readAnswer(422, JSON.stringify(refusal))).toEqual({ kind: 'refused', status: 422, refusal });
});

test('success false with status 200 is a refusal', () => {
  expect(readAnswer(200, '{"success":false}')).toMatchObject({
    kind: 'refused',
    refusal: { code: 'UNEXPECTED', message: 'An unexpected error occurred.' },
  });
});

test.each([
  [502, '<html>Bad gateway</html>', 'NOT_READY'],
  [500, '', 'UNEXPECTED'],
  [200, '<html>captive portal</html>', 'UNEXPECTED'],
  [418, '{"code":"MADE_UP","message":"x"}', 'UNEXPECTED'],
])('status %i with %j becomes %s', (status, text, code) => {
  expect(readAnswer(status, text)).toMatchObject({ kind: 'refused', refusal: { code } });
});
