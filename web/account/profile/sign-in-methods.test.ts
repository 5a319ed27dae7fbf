import { expect, test } from 'vitest';
import { wayIn } from './sign-in-methods.ts';

const answer = (...methods: ('password' | 'google' | 'github' | 'passkey')[]) =>
  wayIn({ kind: 'ok', data: { success: true, secondStep: false, methods } });

test('an account with a password reauthenticates with it, whatever providers are linked', () => {
  expect(answer('password')).toEqual({ kind: 'password', needsCode: false });
  expect(answer('password', 'google', 'github')).toEqual({ kind: 'password', needsCode: false });
});

test('an account without a password reauthenticates with any linked provider', () => {
  const providers = (...linked: string[]) => ({ kind: 'providers', providers: linked, hasPasskey: false });
  expect(answer('github')).toEqual(providers('github'));
  expect(answer('github', 'google')).toEqual(providers('google', 'github'));
});

test('an account without a password reauthenticates with a passkey, also where it is the only way in', () => {
  expect(answer('passkey')).toEqual({ kind: 'providers', providers: [], hasPasskey: true });
  expect(answer('password', 'passkey')).toEqual({ kind: 'password', needsCode: false });
});

test('an account without any method is asked for a password, which the server refuses', () => {
  expect(answer()).toEqual({ kind: 'password', needsCode: false });
});

test('a failed call gives no method', () => {
  expect(wayIn({ kind: 'offline' })).toEqual({ kind: 'failed', result: { kind: 'offline' } });
});
