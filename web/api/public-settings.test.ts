import { expect, test } from 'vitest';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { parsePublicSettings } from './public-settings.ts';

test('settings of the server replace the defaults one by one', () => {
  expect(parsePublicSettings('{"passwordMinLength":9}')).toEqual({
    ...DEFAULT_PUBLIC_SETTINGS,
    passwordMinLength: 9,
  });
});

test.each(['', 'null', '"text"', '{broken'])('the invalid settings %j give the defaults', (text) => {
  expect(parsePublicSettings(text)).toEqual(DEFAULT_PUBLIC_SETTINGS);
});
