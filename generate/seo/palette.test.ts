import { expect, test } from 'vitest';
import { GROUND_COLOURS } from '#content/colours.ts';
import { siteColour } from '#server/mail/site-colours.ts';

test('the browser’s bars have the colour of the ground', () => {
  expect(GROUND_COLOURS).toEqual(siteColour('ground'));
});
