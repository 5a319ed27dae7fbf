import { expect, test } from 'vitest';
import { parseObject } from './storage.ts';

test('browser code reads an object that was written as JSON', () => {
  expect(parseObject('{"passwordMinLength":9}')).toEqual({ passwordMinLength: 9 });
});

test.each(['', 'null', '"text"', '{broken', null, undefined])(
  'text that is no JSON object (%j) is ignored',
  (text) => {
    expect(parseObject(text)).toBeNull();
  },
);
