import { describe, expect, test } from 'vitest';
import { type Box, boxAt, FIRST_PLACE, parsePlace, placeAt, wayOut } from './chat-place.ts';

const BUTTON = { width: 56, height: 56 };
const DESK: Box = { left: 12, top: 80, width: 1416, height: 808 };
const PHONE: Box = { left: 12, top: 80, width: 366, height: 752 };
const NARROW: Box = { left: 12, top: 12, width: 296, height: 456 };
/** The area left on a screen of 1280 × 1024 pixels at a zoom of 400 %. */
const ZOOMED: Box = { left: 12, top: 12, width: 296, height: 232 };
const AREAS = [DESK, PHONE, NARROW, ZOOMED];
const PLACES = [0, 0.3, 0.5, 0.8, 1].flatMap((across) => [0, 0.4, 1].map((down) => ({ across, down })));

function isInside(box: Box, area: Box): boolean {
  return (
    box.left >= area.left &&
    box.top >= area.top &&
    box.left + box.width <= area.left + area.width &&
    box.top + box.height <= area.top + area.height
  );
}

describe('the position of the chat button', () => {
  test('is unchanged by conversion to pixels and back, and a point outside the window moves to the nearest edge', () => {
    const place = { across: 0.25, down: 0.75 };
    const { left, top } = boxAt(place, BUTTON, DESK);
    expect(placeAt(left, top, BUTTON, DESK)).toEqual(place);
    expect(placeAt(-500, 9_000, BUTTON, DESK)).toEqual({ across: 0, down: 1 });
  });

  test.each(PLACES)('the position %j is inside the window, whatever the window’s size', (place) => {
    for (const area of AREAS) expect(isInside(boxAt(place, BUTTON, area), area)).toBe(true);
  });

  test.each([null, '', '{', '[]', '7', '{"across":1}', '{"across":2,"down":0}', '{"across":"1","down":1}'])(
    'the stored text %j is ignored, because it is not a valid position',
    (text) => expect(parsePlace(text)).toBeUndefined(),
  );
});

describe('moving the chat button away from a focused element', () => {
  test.each<[string, Box]>([
    ['that it does not cover', { left: 20, top: 100, width: 200, height: 30 }],
    ['that fills the screen', { left: 0, top: 0, width: 390, height: 2_000 }],
  ])('the chat button does not move for an element %s', (_, element) => {
    expect(wayOut(FIRST_PLACE, element, BUTTON, PHONE)).toBeUndefined();
  });

  test('the chat button moves up from a wide link in the corner', () => {
    const link = { left: 12, top: 790, width: 366, height: 32 };
    const place = wayOut(FIRST_PLACE, link, BUTTON, PHONE);
    expect(place?.across).toBe(1);
    expect(place && boxAt(place, BUTTON, PHONE).top).toBe(790 - 56 - 8);
  });

  test('the chat button moves sideways from a tall element at the edge', () => {
    const column = { left: 300, top: 80, width: 78, height: 752 };
    expect(wayOut(FIRST_PLACE, column, BUTTON, PHONE)).toEqual(placeAt(300 - 56 - 8, 9_999, BUTTON, PHONE));
  });
});
