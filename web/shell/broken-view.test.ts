import { expect, test } from 'vitest';
import { isLineFault } from './broken-view.tsx';

test.each([
  ['Failed to fetch', true],
  ['NetworkError when attempting to fetch resource.', true],
  ['Load failed', true],
  ['error loading dynamically imported module: https://a.example/b.js', true],
  ['Importing a module script failed.', true],
  ['undefined is not a function', false],
  [503, true],
  [404, false],
])('an error with the message or the status “%s” counts as a network failure: %s', (what, isLine) => {
  const error =
    typeof what === 'string'
      ? new TypeError(what)
      : { status: what, statusText: '', internal: false, data: '' };
  expect(isLineFault(error)).toBe(isLine);
});
