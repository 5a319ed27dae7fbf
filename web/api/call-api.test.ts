import { expect, test, vi } from 'vitest';
import { FIELDS_NOT_VALID, UNEXPECTED } from '#contract/errors.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { isProofWrong, networkTimeoutMs, readAnswer } from './call-api.ts';

const OWN = {
  success: false,
  code: 'FIELDS_NOT_VALID',
  message: FIELDS_NOT_VALID.message,
  fields: [{ field: 'name', message: FIELD_ERRORS.NAME_MISSING }],
};
/** A refusal by another server. Only its `message` is valid. */
const OF_ANOTHER_SERVER = {
  success: false,
  code: 7,
  message: 'Not today.',
  fields: 'none',
  retryAfter: 'soon',
};
const unexpected = (status: number, message: string) => ({
  kind: 'refused',
  status,
  refusal: { success: false, code: 'UNEXPECTED', message },
});

test.each([
  [200, '{"success":true,"data":null}', { kind: 'ok', data: { success: true, data: null } }],
  [422, JSON.stringify(OWN), { kind: 'refused', status: 422, refusal: OWN }],
  [422, JSON.stringify(OF_ANOTHER_SERVER), unexpected(422, 'Not today.')],
  [502, '<html>Bad gateway</html>', unexpected(502, PAGE_ERRORS.NOT_READY)],
  [500, '', unexpected(500, UNEXPECTED.message)],
  [200, '<html>captive portal</html>', unexpected(200, UNEXPECTED.message)],
  [200, '{"success":false}', unexpected(200, UNEXPECTED.message)],
  [418, '{"code":"MADE_UP","message":"x"}', unexpected(418, UNEXPECTED.message)],
])('an API response with the status %i and the body %j is read as %j', (status, text, result) => {
  expect(readAnswer(status, text)).toEqual(result);
});

test.each([
  [403, 'PROOF_REFUSED', true],
  [403, 'WRONG_PASSWORD', true],
  [403, 'ACCOUNT_FROZEN', false],
  [429, 'PROOF_REFUSED', false],
])(
  'a response with the status %i and the error code %s counts as a wrong password or code: %s',
  (status, code, isWrong) => {
    const refusal = { success: false, code, message: 'Sorry' } as const;
    expect(isProofWrong({ kind: 'refused', status, refusal })).toBe(isWrong);
  },
);

test.each([
  ['on a desktop', 30_000, { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101' }],
  [
    'on a phone',
    60_000,
    { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148' },
  ],
  ['on a tablet', 60_000, { userAgent: 'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36' }],
  ['on a phone that asks for desktop pages', 60_000, { userAgent: 'X11', userAgentData: { mobile: true } }],
])('%s, an API call without a response times out after %i ms', (_where, ms, navigator) => {
  vi.stubGlobal('navigator', navigator);
  expect(networkTimeoutMs()).toBe(ms);
});
