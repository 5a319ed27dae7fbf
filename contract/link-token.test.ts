import { expect, test } from 'vitest';
import { LINK_TOKEN_LENGTH } from './limits.ts';
import { wholeToken } from './link-token.ts';

const TOKEN = `-_${'x'.repeat(LINK_TOKEN_LENGTH - 2)}`;

test.each([
  TOKEN,
  `${TOKEN}.`,
  `${TOKEN}>`,
  `${TOKEN})`,
  `${TOKEN}=`,
  ` ${TOKEN}\r`,
  `${TOKEN.slice(0, 20)}=\r\n${TOKEN.slice(20)}`,
])('the token of a mailed link is still read when a mail program has changed it to %j', (found) =>
  expect(wholeToken(found)).toBe(TOKEN),
);

test.each([undefined, null, '', TOKEN.slice(1), `${TOKEN.slice(1)}.`, `${TOKEN}x`])(
  '%j is refused as the token of a mailed link',
  (found) => expect(wholeToken(found)).toBeUndefined(),
);
