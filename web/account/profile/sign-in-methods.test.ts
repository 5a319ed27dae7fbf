import { expect, test } from 'vitest';
import { wayIn } from './sign-in-methods.ts';

const answer = (...methods: ('password' | 'google' | 'github')[]) =>
  wayIn({ kind: 'ok', data: { success: true, methods } });

test('who has a password proves with it, whatever else is joined to the account', () => {
  expect(answer('password')).toEqual({ kind: 'password' });
  expect(answer('password', 'google', 'github')).toEqual({ kind: 'password' });
});

test('who has none proves with any of their providers', () => {
  expect(answer('github')).toEqual({ kind: 'providers', providers: ['github'] });
  expect(answer('github', 'google')).toEqual({ kind: 'providers', providers: ['google', 'github'] });
});

test('an account without any way is asked for a password, and the server says no', () => {
  expect(answer()).toEqual({ kind: 'password' });
});

test('without an answer there is none', () => {
  expect(wayIn({ kind: 'offline' })).toEqual({ kind: 'failed', result: { kind: 'offline' } });
});
