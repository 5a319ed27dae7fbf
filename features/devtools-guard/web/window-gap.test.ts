import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasGrownGap, hasRealGap, isMeasured, type WindowLook, type WindowSize } from './window-gap.ts';

type Pixels = readonly [width: number, height: number];

const size = ([outerWidth, outerHeight]: Pixels, [innerWidth, innerHeight]: Pixels): WindowSize => ({
  outerWidth,
  outerHeight,
  innerWidth,
  innerHeight,
});

/** The sizes that a browser reports at this zoom, if toolbars and panels take the given number of pixels. */
function zoomed(outer: Pixels, taken: Pixels, zoom: number, round = Math.round): WindowSize {
  return size(outer, [round((outer[0] - taken[0]) / zoom), round((outer[1] - taken[1]) / zoom)]);
}

const ZOOMS = [0.25, 0.3, 0.33, 0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.33, 1.5, 1.75, 2, 2.4, 3, 4, 5];

test.each<[string, Pixels, Pixels]>([
  ['a tab that is not shown yet', [0, 0], [1280, 720]],
  ['a window without a page', [1280, 720], [0, 0]],
  ['two tabs side by side', [1440, 900], [708, 764]],
  ['a pinch zoom in a browser that shrinks the inner size', [1440, 900], [144, 78]],
  ['a page that reports a larger size than its window', [1280, 720], [1290, 730]],
])('no gap between window and page is reported for %s', (_name, outer, inner) => {
  const seen = size(outer, inner);
  expect(isMeasured(seen) && hasRealGap(seen)).toBe(false);
});

test.each<[string, Pixels]>([
  ['developer tools at the right', [555, 120]],
  ['developer tools at the bottom', [0, 420]],
  ['a little more than 200 px of toolbars', [0, 205]],
])('a gap between window and page is reported at every zoom for %s', (_name, taken) => {
  for (const zoom of ZOOMS) {
    // Rounding hides a few more pixels if one page pixel is several screen pixels.
    const hidden = zoom > 1 ? 8 * zoom : 0;
    const [width, height] = taken.map((pixels) => (pixels > 200 ? pixels + hidden : pixels)) as [
      number,
      number,
    ];
    expect(hasRealGap(zoomed([1440, 900], [width, height], zoom)), `zoom ${zoom}`).toBe(true);
  }
});

const upTo = (most: number) => fc.tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: most }));
const outer = fc.tuple(fc.integer({ min: 300, max: 8_000 }), fc.integer({ min: 300, max: 5_000 }));
const zoom = fc.double({ min: 0.25, max: 5, noNaN: true });
const round = fc.constantFrom(Math.floor, Math.round, Math.ceil);

test('a gap of up to 200 px on both axes between window and page is never reported, at any window size and zoom', () => {
  fc.assert(
    fc.property(outer, upTo(200), zoom, round, (window, taken, z, how) => {
      expect(hasRealGap(zoomed(window, taken, z, how))).toBe(false);
    }),
    { seed: 20261122 },
  );
});

/** The sizes that a browser reports. The outer sizes are in screen pixels in Chromium, and in page pixels in Firefox. */
function looksAt(outer: Pixels, taken: Pixels, z: number, isFirefox: boolean, scale = 1): WindowLook {
  const reported = isFirefox ? ([Math.round(outer[0] / z), Math.round(outer[1] / z)] as const) : outer;
  const { innerWidth, innerHeight } = zoomed(outer, taken, z);
  return { ...size(reported, [innerWidth, innerHeight]), devicePixelRatio: scale * z };
}

test('a gap that grows by more than 200 px is reported at every zoom', () => {
  const grown = (z: number, isFirefox: boolean) =>
    hasGrownGap(looksAt([1440, 900], [0, 120], z, isFirefox), looksAt([1440, 900], [300, 120], z, isFirefox));
  for (const z of ZOOMS) expect(grown(z, false), `${z}`).toBe(true);
  // In Firefox, a zoom above 100 % looks like a denser screen, so this gap is not always noticed.
  for (const z of ZOOMS.filter((each) => each <= 1)) expect(grown(z, true), `${z}`).toBe(true);
});

test('a gap that grows by up to 180 px is never reported, at any zoom, in Chromium and Firefox', () => {
  const edges = fc.tuple(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 0, max: 200 }));
  const scale = fc.constantFrom(1, 1.25, 1.5, 2);
  fc.assert(
    fc.property(outer, edges, upTo(180), fc.constantFrom(...ZOOMS), scale, (window, taken, more, z, fine) => {
      const then = [taken[0] + more[0], taken[1] + more[1]] as const;
      const grown = (isFirefox: boolean, ratio: number) =>
        hasGrownGap(looksAt(window, taken, z, isFirefox, ratio), looksAt(window, then, z, isFirefox, ratio));
      expect(grown(false, fine)).toBe(false);
      expect(grown(true, 1)).toBe(false);
    }),
    { seed: 20261122 },
  );
});
