/** Outer sizes are screen pixels, in Firefox page pixels; inner sizes change with the zoom. */
export type WindowSize = {
  readonly outerWidth: number;
  readonly outerHeight: number;
  readonly innerWidth: number;
  readonly innerHeight: number;
};

/** In screen pixels (docs/product.md, "Developer-tools guard"). */
export const MOST_GAP = 200;
/** The browser's rounding errors: of outer sizes, and of inner sizes before they are multiplied by the zoom. */
const OUTER_ROUNDING = 2;
const INNER_ROUNDING = 1;
/** Two tabs side by side in one window each have a little less than half of its width. */
const HALF = { least: 0.46, most: 0.51 } as const;

type ZoomRange = { readonly least: number; readonly most: number };

/** Hidden pages report zeros. */
export function isMeasured({ outerWidth, outerHeight, innerWidth, innerHeight }: WindowSize): boolean {
  return outerWidth > 0 && outerHeight > 0 && innerWidth > 1 && innerHeight > 1;
}

/** A size and the browser's pixel ratio. */
export type WindowLook = WindowSize & { readonly devicePixelRatio: number };

/**
 * True if the page lost more than 200 px of its window while window and zoom stayed the same, as when tools are docked. For browsers whose
 * pixel ratio follows the zoom.
 */
export function hasGrownGap(before: WindowLook, now: WindowLook): boolean {
  const lost = Math.max(before.innerWidth - now.innerWidth, before.innerHeight - now.innerHeight);
  return (lost - INNER_ROUNDING) * zoomOf(before) > MOST_GAP;
}

/**
 * The zoom, or less. Firefox zooms outer sizes as well: below 100 % the ratio gives the zoom, above it a zoom cannot be told from a denser
 * screen.
 */
function zoomOf({ outerWidth, outerHeight, innerWidth, innerHeight, devicePixelRatio }: WindowLook): number {
  return Math.min(outerWidth / innerWidth, outerHeight / innerHeight, devicePixelRatio);
}

/** The widest side panels and vertical tabs of browsers, in screen pixels: theirs open at 240 to 376. */
const WIDEST_PANEL = 400;

/** True if the page lost no more than the width of a browser's own side panel, and only there. Narrow tools at a side are missed. */
export function isPanel(before: WindowLook, now: WindowLook): boolean {
  const lost = (before.innerWidth - now.innerWidth) * zoomOf(before);
  return before.innerHeight - now.innerHeight <= INNER_ROUNDING && lost > 0 && lost <= WIDEST_PANEL;
}

export function isSameWindow(a: WindowLook, b: WindowLook): boolean {
  return (
    a.outerWidth === b.outerWidth &&
    a.outerHeight === b.outerHeight &&
    a.devicePixelRatio === b.devicePixelRatio
  );
}

/**
 * For browsers whose pixel ratio stays as it is under zoom: whether the window is more than 200 px larger than its page
 * for a reason other than page zoom or two tabs side by side (docs/product.md, "Developer-tools guard").
 *
 * The zoom is unknown but the same on both axes. Each axis allows a range of zooms that leave a gap of 0 to 200 px; only
 * when the ranges do not overlap, the gap is real at every zoom. So gaps up to 200 px are never reported. Some real panels
 * are missed: narrow ones beside high toolbars, and those that take about half of the width.
 */
export function hasRealGap({ outerWidth, outerHeight, innerWidth, innerHeight }: WindowSize): boolean {
  const byWidth = zoomsFor(innerWidth, outerWidth - MOST_GAP, outerWidth);
  const byHalfWidth = zoomsFor(innerWidth, outerWidth * HALF.least, outerWidth * HALF.most);
  const byHeight = zoomsFor(innerHeight, outerHeight - MOST_GAP, outerHeight);
  return !overlap(byWidth, byHeight) && !overlap(byHalfWidth, byHeight);
}

function zoomsFor(inner: number, leastOnScreen: number, mostOnScreen: number): ZoomRange {
  return {
    least: leastOnScreen / (inner + INNER_ROUNDING),
    most: (mostOnScreen + OUTER_ROUNDING) / (inner - INNER_ROUNDING),
  };
}

function overlap(a: ZoomRange, b: ZoomRange): boolean {
  return a.least <= b.most && b.least <= a.most;
}
