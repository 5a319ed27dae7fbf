import { expect, test } from 'vitest';
import { parsePublicSettings } from './public-settings.ts';

test('the settings that the server wrote into the page are read', () => {
  expect(parsePublicSettings('{"passwordMinLength":9}')).toEqual({ passwordMinLength: 9 });
});

test.each(['', 'null', '"text"', '{broken'])(
  'invalid settings (%j) are ignored in favour of the defaults',
  (text) => {
    expect(parsePublicSettings(text)).toEqual({});
  },
);
