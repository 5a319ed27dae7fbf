import { expect, test } from 'vitest';
import { prefersPage } from './preferred-answer.ts';

test.each([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['application/json, text/html', false],
  ['application/json, text/plain, */*', false],
  ['text/html;q=0.5, application/json', false],
  ['text/html;q=0', false],
  ['text/html;q=x', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['Text/HTML ; Q=0.9, application/json;q=0.8', true],
])('Accept: %s wants a page: %s', (accept, isPage) => {
  expect(prefersPage(accept)).toBe(isPage);
});
