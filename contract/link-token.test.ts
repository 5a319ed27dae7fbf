import { expect, test } from 'vitest';
import { LINK_TOKEN_LENGTH } from './limits.ts';
import { wholeToken } from './link-token.ts';

const TOKEN = `-_${'x'.repeat(LINK_TOKEN_LENGTH - 2)}`;

test.each([
  [TOKEN, TOKEN],
  [`${TOKEN}.`, TOKEN],
  [`${TOKEN}>`, TOKEN],
  [`${TOKEN})`, TOKEN],
  [`${TOKEN}=`, TOKEN],
  [` ${TOKEN}\r`, TOKEN],
  [`${TOKEN.slice(0, 20)}=\r\n${TOKEN.slice(20)}`, TOKEN],
])('in a mailed link, which a mail program may have changed, %j is read as the token %j', (found, token) =>
  expect(wholeToken(found)).toBe(token),
);

test.each([undefined, null, '', TOKEN.slice(1), `${TOKEN.slice(1)}.`, `${TOKEN}x`])(
  'in a mailed link, %j is refused, because it is not a complete token',
  (found) => expect(wholeToken(found)).toBeUndefined(),
);
