import { expect, test } from 'vitest';
import { isLineFault } from './broken-view.tsx';

test.each([
  ['Failed to fetch', true],
  ['NetworkError when attempting to fetch resource.', true],
  ['Load failed', true],
  ['error loading dynamically imported module: https://a.example/b.js', true],
  ['Importing a module script failed.', true],
  ['undefined is not a function', false],
])('the TypeError “%s” counts as a network failure: %s', (message, isLine) => {
  expect(isLineFault(new TypeError(message))).toBe(isLine);
});

test.each([
  [503, true],
  [404, false],
])('a response with status %i counts as an unreachable server: %s', (status, isLine) => {
  expect(isLineFault({ status, statusText: '', internal: false, data: '' })).toBe(isLine);
});
