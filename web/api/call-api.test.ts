import { expect, test } from 'vitest';
import { FIELD_ERRORS, PAGE_ERRORS, sentenceOf } from '#contract/errors.ts';
import { readAnswer } from './call-api.ts';

test('a 2xx with a JSON object is a success with that data', () => {
  expect(readAnswer(200, '{"success":true,"data":null}')).toEqual({
    kind: 'ok',
    data: { success: true, data: null },
  });
});

test('a refusal has its code, sentence and fields', () => {
  const refusal = {
    success: false,
    code: 'FIELDS_NOT_VALID',
    message: sentenceOf('FIELDS_NOT_VALID'),
    fields: [{ field: 'name', message: FIELD_ERRORS.NAME_MISSING }],
  };
  expect(readAnswer(422, JSON.stringify(refusal))).toEqual({ kind: 'refused', status: 422, refusal });
});

test('`success: false` with status 200 is a refusal', () => {
  expect(readAnswer(200, '{"success":false}')).toMatchObject({
    kind: 'refused',
    refusal: { code: 'UNEXPECTED', message: 'An unexpected error occurred.' },
  });
});

test.each([
  [502, '<html>Bad gateway</html>', PAGE_ERRORS.NOT_READY],
  [500, '', sentenceOf('UNEXPECTED')],
  [200, '<html>captive portal</html>', sentenceOf('UNEXPECTED')],
  [418, '{"code":"MADE_UP","message":"x"}', sentenceOf('UNEXPECTED')],
])('status %i with %j becomes a sentence of ours', (status, text, message) => {
  expect(readAnswer(status, text)).toMatchObject({
    kind: 'refused',
    refusal: { code: 'UNEXPECTED', message },
  });
});
