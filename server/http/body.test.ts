import { expect, test } from 'vitest';
import { prefersPage } from './body.ts';

test.each([
  ['without an Accept header', false, undefined],
  ['of a program that takes anything', false, '*/*'],
  ['of a program that would rather have JSON', false, 'text/html;q=0.5, application/json'],
  ['of a browser', true, 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
])('a request %s prefers an HTML page to JSON: %s', (_, isPage, accept) => {
  expect(prefersPage({ headers: { accept } })).toBe(isPage);
});
