/**
 * The sizes of a window (outer) and of its page (inner). Outer sizes are in screen pixels (Firefox: page pixels). Inner sizes
 * change with the zoom.
 */
export type WindowSize = {
  readonly outerWidth: number;
  readonly outerHeight: number;
  readonly innerWidth: number;
  readonly innerHeight: number;
};

/** The largest gap between window and page that is ignored, in screen pixels (docs/product.md, "Developer-tools guard"). */
export const MOST_GAP = 200;
/** The largest rounding errors of browsers: in outer sizes, and in inner sizes before they are multiplied by the zoom. */
const OUTER_ROUNDING = 2;
const INNER_ROUNDING = 1;
/** The share of the window's width that a tab may have when two tabs are shown side by side. */
const HALF = { least: 0.46, most: 0.51 } as const;

type ZoomRange = { readonly least: number; readonly most: number };

/** True if the browser has reported real sizes. A hidden page reports zeros. */
export function isMeasured({ outerWidth, outerHeight, innerWidth, innerHeight }: WindowSize): boolean {
  return outerWidth > 0 && outerHeight > 0 && innerWidth > 1 && innerHeight > 1;
}

export type WindowLook = WindowSize & { readonly devicePixelRatio: number };

/** True if the page lost over 200 px at the same window size and zoom. Needs a pixel ratio that follows the zoom. */
export function hasGrownGap(before: WindowLook, now: WindowLook): boolean {
  const lost = Math.max(before.innerWidth - now.innerWidth, before.innerHeight - now.innerHeight);
  return (lost - INNER_ROUNDING) * zoomOf(before) > MOST_GAP;
}

/** The page zoom. For Firefox above 100 % it is too small, because a zoom there changes outer sizes as well. */
function zoomOf({ outerWidth, outerHeight, innerWidth, innerHeight, devicePixelRatio }: WindowLook): number {
  return Math.min(outerWidth / innerWidth, outerHeight / innerHeight, devicePixelRatio);
}

/** Browsers open side panels and vertical tabs with a width of 240 to 376 screen pixels. This limit is a little more. */
const WIDEST_PANEL = 400;

/** True if the page lost only the width of a browser's side panel. Narrow developer tools at a side are not noticed. */
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
 * For browsers whose pixel ratio does not follow the zoom. True if the window is more than 200 px larger than its page, and neither
 * page zoom nor two tabs side by side explain this (docs/product.md, "Developer-tools guard").
 *
 * The zoom is the same on both axes. Each axis allows a range of zooms that leave a gap of 0 to 200 px. If these ranges do not
 * overlap, the gap is real. Some real panels are not noticed: narrow ones beside high toolbars, and those that take half of the
 * width.
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
