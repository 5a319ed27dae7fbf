import { expect, test } from 'vitest';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { parsePublicSettings } from './public-settings.ts';

test('what the server wrote wins over the defaults, and the rest stays', () => {
  expect(parsePublicSettings('{"passwordMinLength":9}')).toEqual({
    ...DEFAULT_PUBLIC_SETTINGS,
    passwordMinLength: 9,
  });
});

test.each(['', 'null', '"text"', '{broken'])('unreadable settings %j are the defaults', (text) => {
  expect(parsePublicSettings(text)).toEqual(DEFAULT_PUBLIC_SETTINGS);
});
