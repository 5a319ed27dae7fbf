import { expect, test } from 'vitest';
import { parsePublicSettings } from './public-settings.ts';

test('browser code reads the settings that the server wrote into the page', () => {
  expect(parsePublicSettings('{"passwordMinLength":9}')).toEqual({ passwordMinLength: 9 });
});

test.each(['', 'null', '"text"', '{broken'])(
  'invalid settings in the page (%j) are ignored, and the defaults are used',
  (text) => {
    expect(parsePublicSettings(text)).toEqual({});
  },
);
