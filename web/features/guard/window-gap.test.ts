import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasRealGap, type WindowSize } from './window-gap.ts';

type Case = readonly [name: string, outer: readonly [number, number], inner: readonly [number, number]];

const size = ([outerWidth, outerHeight]: Case[1], [innerWidth, innerHeight]: Case[2]): WindowSize => ({
  outerWidth,
  outerHeight,
  innerWidth,
  innerHeight,
});

/** What a browser reports at a zoom, when its toolbars and panels take so many pixels of the screen. */
function zoomed(
  outer: Case[1],
  taken: readonly [number, number],
  zoom: number,
  round = Math.round,
): WindowSize {
  return size(outer, [round((outer[0] - taken[0]) / zoom), round((outer[1] - taken[1]) / zoom)]);
}

const ZOOMS = [0.25, 0.3, 0.33, 0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.33, 1.5, 1.75, 2, 2.4, 3, 4, 5];
const WINDOWS = [
  [500, 400],
  [1024, 700],
  [1280, 720],
  [1366, 728],
  [1440, 900],
  [1920, 1040],
  [2560, 1400],
  [3840, 2080],
] as const;

describe('page zoom is no gap', () => {
  for (const outer of WINDOWS) {
    test.each(ZOOMS)(`${outer.join(' × ')} at %d`, (zoom) => {
      for (const taken of [
        [0, 0],
        [0, 87],
        [0, 130],
        [16, 95],
        [0, 200],
      ] as const) {
        for (const round of [Math.floor, Math.round, Math.ceil])
          expect(hasRealGap(zoomed(outer, taken, zoom, round))).toBe(false);
      }
    });
  }
});

test.each<Case>([
  ['headless: no toolbars', [1280, 720], [1280, 720]],
  ['full screen', [1920, 1080], [1920, 1080]],
  ['the least width of a window, on a narrow screen that is emulated', [500, 844], [320, 844]],
  ['maximised on Windows, where the border lies outside the screen', [1936, 1056], [1920, 937]],
  ['a device scale of 1.25: sizes are rounded twice', [1537, 864], [1536, 739]],
  ['a device scale of 1.5 with zoom 1.1', [1280, 720], [1164, 542]],
  ['a tab that is not shown yet', [0, 0], [1280, 720]],
  ['a tab that is prerendered', [0, 0], [0, 0]],
  ['a window without a page', [1280, 720], [0, 0]],
  ['a window that is rolled up', [400, 30], [400, 1]],
  ['tools in a window of their own', [1440, 900], [1440, 780]],
  ['a narrow side bar', [1440, 900], [1250, 780]],
  ['exactly 200 px of toolbars', [1440, 900], [1440, 700]],
  ['two tabs side by side', [1440, 900], [708, 764]],
  ['two tabs side by side at zoom 200 %', [1440, 900], [354, 382]],
  ['a pinch in a browser that shrinks the inner size', [1440, 900], [144, 78]],
  ['a page that reports more than its window has', [1280, 720], [1290, 730]],
])('no gap: %s', (_name, outer, inner) => {
  expect(hasRealGap(size(outer, inner))).toBe(false);
});

test.each<Case>([
  ['tools at the right', [1440, 900], [885, 780]],
  ['tools at the right, no toolbars', [1440, 900], [1230, 900]],
  ['tools at the right of a large screen', [2560, 1400], [2005, 1280]],
  ['tools at the right, wider than half', [1440, 900], [500, 780]],
  ['tools at the bottom', [1440, 900], [1440, 480]],
  ['tools at the bottom, no toolbars', [1280, 720], [1280, 510]],
  ['tools at the bottom of a small window', [800, 600], [800, 180]],
  ['a little more than 200 px of toolbars', [1440, 900], [1440, 695]],
])('a gap, at every zoom: %s', (_name, outer, inner) => {
  for (const zoom of ZOOMS) {
    const taken = [outer[0] - inner[0], outer[1] - inner[1]] as const;
    // Rounding hides a few pixels more where one page pixel is several on the screen.
    const clearer = [
      taken[0] > 200 ? taken[0] + 8 * zoom : taken[0],
      taken[1] > 200 ? taken[1] + 8 * zoom : taken[1],
    ] as const;
    expect(hasRealGap(zoomed(outer, zoom > 1 ? clearer : taken, zoom)), `zoom ${zoom}`).toBe(true);
  }
});

test('tools at the right pass where they leave about half: that is how two tabs share a window', () => {
  expect(hasRealGap(size([1440, 900], [720, 780]))).toBe(false);
});

const outer = fc.tuple(fc.integer({ min: 300, max: 8_000 }), fc.integer({ min: 300, max: 5_000 }));
const zoom = fc.double({ min: 0.25, max: 5, noNaN: true });
const round = fc.constantFrom(Math.floor, Math.round, Math.ceil);
const upTo200 = fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }));

test('whatever the window and its zoom: up to 200 px on both sides is no gap', () => {
  fc.assert(
    fc.property(outer, upTo200, zoom, round, (window, taken, z, how) => {
      expect(hasRealGap(zoomed(window, taken, z, how))).toBe(false);
    }),
  );
});

test('whatever the zoom: a wide panel at the bottom of a whole window is a gap', () => {
  fc.assert(
    fc.property(outer, fc.integer({ min: 0, max: 100 }), zoom, round, ([width, height], more, z, how) => {
      const window = [width + 900, height + 700] as const;
      expect(hasRealGap(zoomed(window, [0, 320 + more], z, how))).toBe(true);
    }),
  );
});
