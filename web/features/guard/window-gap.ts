/** What a page can see of its window. Outer sizes are screen pixels; inner sizes shrink and grow with the page zoom. */
export type WindowSize = {
  readonly outerWidth: number;
  readonly outerHeight: number;
  readonly innerWidth: number;
  readonly innerHeight: number;
};

/** Spec §9, in screen pixels. */
const MOST_GAP = 200;
/** How far the browser may round: outer sizes, and inner sizes before they are multiplied by the zoom. */
const OUTER_ROUNDING = 2;
const INNER_ROUNDING = 1;
/** Two tabs side by side in one window leave each a bit less than half of its width. */
const HALF = { least: 0.46, most: 0.51 } as const;

type ZoomRange = { readonly least: number; readonly most: number };

/**
 * Whether the window exceeds its page by more than 200 px in a way that neither page zoom nor two tabs side by side
 * can explain (spec §8, decisions §8).
 *
 * The zoom is not known, but it is one number for both axes: each axis allows a range of zooms that leave it between
 * none and 200 px, and only when the two ranges do not meet is there a gap whatever the zoom. So a window whose gaps
 * are at most 200 px is never taken for another, at no zoom. The other direction is weaker on purpose: narrow panels
 * beside a page with high toolbars pass, and so do panels that take about half of the width.
 */
export function hasRealGap({ outerWidth, outerHeight, innerWidth, innerHeight }: WindowSize): boolean {
  const isMeasured = outerWidth > 0 && outerHeight > 0 && innerWidth > 1 && innerHeight > 1;
  // Pages that are not shown yet, or no longer, report zeros.
  if (!isMeasured) return false;
  const byWidth = zoomsFor(innerWidth, outerWidth - MOST_GAP, outerWidth);
  const byHalfWidth = zoomsFor(innerWidth, outerWidth * HALF.least, outerWidth * HALF.most);
  const byHeight = zoomsFor(innerHeight, outerHeight - MOST_GAP, outerHeight);
  return !meet(byWidth, byHeight) && !meet(byHalfWidth, byHeight);
}

function zoomsFor(inner: number, leastOnScreen: number, mostOnScreen: number): ZoomRange {
  return {
    least: leastOnScreen / (inner + INNER_ROUNDING),
    most: (mostOnScreen + OUTER_ROUNDING) / (inner - INNER_ROUNDING),
  };
}

function meet(a: ZoomRange, b: ZoomRange): boolean {
  return a.least <= b.most && b.least <= a.most;
}
