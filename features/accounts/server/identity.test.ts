import { expect, test } from 'vitest';
import { isSameText } from '#server/settings/keyring.ts';
import { freshSalt, hashPassword, saltOf } from './passwords.ts';
import { resendState } from './sign-ups.ts';

test('[P-050] password hashes are argon2id with 19 MiB, 2 passes and 1 lane', async () => {
  expect(await hashPassword('x', freshSalt())).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
  );
});

test('[V6.2.8] a password hash depends only on the salt and the Unicode-normalised password', async () => {
  const salt = freshSalt();
  const hash = await hashPassword('pässword', salt);
  expect(isSameText(await hashPassword('pa\u0308ssword', saltOf(hash)), hash)).toBe(true);
  expect(isSameText(await hashPassword('password', salt), hash)).toBe(false);
  expect(isSameText(await hashPassword('pässword', freshSalt()), hash)).toBe(false);
});

const sent_at = '2026-01-06T06:00:00.000Z';
const at = (seconds: number) =>
  resendState({ attempts: 1, sent_at }, new Date(Date.parse(sent_at) + seconds * 1_000));

test('if the server’s clock was set back, the wait for another verification mail is still at most 5 minutes', () => {
  expect(at(-3_600)).toEqual({ kind: 'too-soon', minutes: 5, seconds: 300 });
});
