import { describe, expect, test } from 'vitest';
import {
  acrossFrom,
  areTouching,
  type Box,
  boxAt,
  FIRST_PLACE,
  panelBox,
  parsePlace,
  placeAt,
  placeToOpen,
  wayOut,
} from './chat-place.ts';

const BUTTON = { width: 56, height: 56 };
const PANEL = { width: 336, height: 540 };
const DESK: Box = { left: 12, top: 80, width: 1416, height: 808 };
const PHONE: Box = { left: 12, top: 80, width: 366, height: 752 };
const NARROW: Box = { left: 12, top: 12, width: 296, height: 456 };
/** What 1280 × 1024 leaves at a zoom of 400 %. */
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

describe('places', () => {
  test('a place and its box are the same spot', () => {
    const place = { across: 0.25, down: 0.75 };
    const { left, top } = boxAt(place, BUTTON, DESK);
    expect(placeAt(left, top, BUTTON, DESK)).toEqual(place);
  });

  test.each(PLACES)('%j is on every screen', (place) => {
    for (const area of AREAS) expect(isInside(boxAt(place, BUTTON, area), area)).toBe(true);
  });

  test('points outside the area become the nearest edge', () => {
    expect(placeAt(-500, 9_000, BUTTON, DESK)).toEqual({ across: 0, down: 1 });
  });

  test('an area smaller than the button is survived', () => {
    const tiny = { left: 0, top: 0, width: 40, height: 40 };
    expect(boxAt(FIRST_PLACE, BUTTON, tiny)).toMatchObject({ left: 0, top: 0 });
    expect(placeAt(10, 10, BUTTON, tiny)).toEqual(FIRST_PLACE);
  });

  test('the other side has the same height', () => {
    expect(acrossFrom({ across: 1, down: 0.4 })).toEqual({ across: 0, down: 0.4 });
  });

  test.each([
    null,
    '',
    'null',
    '{',
    '[]',
    '7',
    '{"across":1}',
    '{"across":2,"down":0}',
    '{"across":"1","down":1}',
  ])('kept text %j is no place', (text) => expect(parsePlace(text)).toBeUndefined());

  test('a kept place is read back', () => {
    expect(parsePlace(JSON.stringify({ across: 0.5, down: 0 }))).toEqual({ across: 0.5, down: 0 });
  });
});

describe('out of the way', () => {
  test('nothing moves when nothing is covered', () => {
    expect(
      wayOut(FIRST_PLACE, { left: 20, top: 100, width: 200, height: 30 }, BUTTON, PHONE),
    ).toBeUndefined();
  });

  test('a wide link in the corner: up', () => {
    const link = { left: 12, top: 790, width: 366, height: 32 };
    const place = wayOut(FIRST_PLACE, link, BUTTON, PHONE);
    expect(place?.across).toBe(1);
    expect(place && boxAt(place, BUTTON, PHONE).top).toBe(790 - 56 - 8);
  });

  test('a tall thing along the edge: aside', () => {
    const column = { left: 300, top: 80, width: 78, height: 752 };
    expect(wayOut(FIRST_PLACE, column, BUTTON, PHONE)).toEqual(placeAt(300 - 56 - 8, 9_999, BUTTON, PHONE));
  });

  test('what fills the screen cannot be kept free', () => {
    expect(
      wayOut(FIRST_PLACE, { left: 0, top: 0, width: 390, height: 2_000 }, BUTTON, PHONE),
    ).toBeUndefined();
  });
});

describe('the panel', () => {
  test.each(PLACES)('with the button at %j it stays on every screen and off the button', (place) => {
    for (const area of AREAS) {
      const button = boxAt(placeToOpen(place, BUTTON, area), BUTTON, area);
      const panel = panelBox(PANEL, button, area);
      expect(panel.width).toBeGreaterThanOrEqual(220);
      expect(panel.height).toBeGreaterThanOrEqual(230);
      expect(isInside(panel, area), JSON.stringify({ panel, area })).toBe(true);
      expect(areTouching(panel, button)).toBe(false);
    }
  });

  test('opens where there is room', () => {
    const low = boxAt({ across: 1, down: 1 }, BUTTON, DESK);
    const high = boxAt({ across: 0, down: 0 }, BUTTON, DESK);
    expect(panelBox(PANEL, low, DESK)).toEqual({ ...PANEL, left: 1_092, top: low.top - 8 - 540 });
    expect(panelBox(PANEL, high, DESK)).toEqual({ ...PANEL, left: 12, top: high.top + 56 + 8 });
  });

  test('the button keeps its place unless the panel would have no room', () => {
    const middle = { across: 0.4, down: 0.6 };
    expect(placeToOpen(middle, BUTTON, DESK)).toEqual(middle);
    expect(placeToOpen(middle, BUTTON, ZOOMED)).toEqual({ across: 0, down: 1 });
  });

  test('on a low screen it stands beside the button and is as high as the screen', () => {
    const button = boxAt(FIRST_PLACE, BUTTON, ZOOMED);
    expect(panelBox(PANEL, button, ZOOMED)).toEqual({ left: 12, top: 12, width: 232, height: 232 });
  });
});
