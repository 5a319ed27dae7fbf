import { expect, test } from 'vitest';
import { GROUND_COLOURS } from '#content/colours.ts';
import { siteColour } from '#server/html/site-colours.ts';

test('the colour given to the browser’s toolbars is the background colour of the pages', () => {
  expect(GROUND_COLOURS).toEqual(siteColour('ground'));
});
