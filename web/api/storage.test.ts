import { expect, test } from 'vitest';
import { parseObject } from './storage.ts';

test('browser code reads an object that was written as JSON', () => {
  expect(parseObject('{"passwordMinLength":9}')).toEqual({ passwordMinLength: 9 });
});

test.each(['', 'null', '"text"', '{broken', null, undefined])(
  'a stored text that is not a JSON object is ignored: %j',
  (text) => {
    expect(parseObject(text)).toBeNull();
  },
);
