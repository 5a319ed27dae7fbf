import { expect, test } from 'vitest';
import { parsePublicSettings } from './public-settings.ts';

test('settings of the server are read', () => {
  expect(parsePublicSettings('{"passwordMinLength":9}')).toEqual({ passwordMinLength: 9 });
});

test.each(['', 'null', '"text"', '{broken'])('the invalid settings %j give the defaults', (text) => {
  expect(parsePublicSettings(text)).toEqual({});
});
