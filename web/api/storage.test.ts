import { expect, test } from 'vitest';
import { parseObject } from './storage.ts';

test('an object that was stored as JSON is read back', () => {
  expect(parseObject('{"passwordMinLength":9}')).toEqual({ passwordMinLength: 9 });
});

test.each(['', 'null', '"text"', '{broken', null, undefined])(
  'a stored text that is not a JSON object is ignored: %j',
  (text) => {
    expect(parseObject(text)).toBeNull();
  },
);
