import { expect, test } from 'vitest';
import { createAllowedOrigins } from './origin.ts';

test.each([
  ['https://www.tuesday.example', true],
  ['https://app.tuesday.example', true],
  ['http://www.tuesday.example', false],
  ['http://app.tuesday.example', false],
  ['https://www.tuesday.example:8443', false],
  ['https://tuesday.example', false],
  ['https://www.tuesday.example.evil.example', false],
  ['http://localhost', false],
  ['null', false],
  ['', false],
  ['not a url', false],
])('on a public site, pages of the origin %j may send writes: %s', (origin, allowed) => {
  const isAllowed = createAllowedOrigins('https://www.tuesday.example', [
    'www.tuesday.example',
    'app.tuesday.example',
  ]);
  expect(isAllowed(origin)).toBe(allowed);
});

test.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://127.0.0.1:4000', false],
  ['http://127.0.0.1.evil.example:3000', false],
])('on a developer’s machine, pages of the origin %j may send writes: %s', (origin, allowed) => {
  expect(createAllowedOrigins('http://localhost:3000', ['localhost'])(origin)).toBe(allowed);
});
