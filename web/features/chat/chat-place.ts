import { parseObject } from '#web/api/storage.ts';

/**
 * Where the chat's button stands: how much of its free way across and down lies behind it, each from 0 to 1. Kept this
 * way, a place is on the screen in every window.
 */
export type Place = { readonly across: number; readonly down: number };
export type Size = { readonly width: number; readonly height: number };
/** In CSS pixels; `left` and `top` are measured like those of the area it is compared with. */
export type Box = Size & { readonly left: number; readonly top: number };

/** The corner where it starts: bottom right, near the thumb. */
export const FIRST_PLACE: Place = { across: 1, down: 1 };

/** Room between the button and what it makes way for, or what opens beside it. */
const GAP_PX = 8;

/** The button's box inside its area. */
export function boxAt(place: Place, button: Size, area: Box): Box {
  return {
    ...button,
    left: area.left + place.across * Math.max(0, area.width - button.width),
    top: area.top + place.down * Math.max(0, area.height - button.height),
  };
}

/** The place whose box is nearest to a point, for the button's top left corner. Never leaves the area. */
export function placeAt(left: number, top: number, button: Size, area: Box): Place {
  return {
    across: fraction(left - area.left, area.width - button.width),
    down: fraction(top - area.top, area.height - button.height),
  };
}

/** The same height on the other side. */
export function acrossFrom({ across, down }: Place): Place {
  return { across: 1 - across, down };
}

/** A place that was kept as text; undefined when it is none. */
export function parsePlace(text: string | null): Place | undefined {
  const { across, down } = parseObject(text) ?? {};
  return isFraction(across) && isFraction(down) ? { across, down } : undefined;
}

/** Whether two boxes share a point, or come closer than `margin` pixels. */
export function areTouching(one: Box, other: Box, margin = 0): boolean {
  return (
    one.left < other.left + other.width + margin &&
    other.left < one.left + one.width + margin &&
    one.top < other.top + other.height + margin &&
    other.top < one.top + one.height + margin
  );
}

/**
 * The nearest place at which the button leaves `covered` free: above it, below it, or beside it. Undefined when the
 * button is not in the way, and also when there is no such place.
 */
export function wayOut(place: Place, covered: Box, button: Size, area: Box): Place | undefined {
  const now = boxAt(place, button, area);
  if (!areTouching(now, covered, GAP_PX)) return undefined;
  const spots: readonly (readonly [number, number])[] = [
    [now.left, covered.top - button.height - GAP_PX],
    [now.left, covered.top + covered.height + GAP_PX],
    [covered.left - button.width - GAP_PX, now.top],
    [covered.left + covered.width + GAP_PX, now.top],
  ];
  const far = ([left, top]: readonly [number, number]) => Math.hypot(left - now.left, top - now.top);
  return [...spots]
    .sort((one, other) => far(one) - far(other))
    .map(([left, top]) => placeAt(left, top, button, area))
    .find((spot) => !areTouching(boxAt(spot, button, area), covered));
}

/** A panel lower or narrower than this is no fun to read. */
const LOW_PX = 260;
const NARROW_PX = 220;

/**
 * Where the button stands while its panel is open: where it is, or in the nearest corner when the screen is so small
 * that a panel beside it would have no room.
 */
export function placeToOpen(place: Place, button: Size, area: Box): Place {
  const box = boxAt(place, button, area);
  const { above, below, before, after } = roomAround(box, area);
  const isRoomy = Math.max(above, below) >= LOW_PX || Math.max(before, after) >= NARROW_PX;
  return isRoomy ? place : { across: Math.round(place.across), down: Math.round(place.down) };
}

/**
 * Where a panel opens: above or below the button, whichever side has the room; beside it where neither has enough.
 * Always inside the area; what does not fit is for the panel to scroll.
 *
 * @param wanted the size that it would like
 */
export function panelBox(wanted: Size, button: Box, area: Box): Box {
  const { above, below, before, after } = roomAround(button, area);
  const room = Math.max(above, below);
  if (room < Math.min(wanted.height, LOW_PX) && Math.max(before, after) >= NARROW_PX)
    return besideBox(wanted, button, area);
  const width = Math.min(wanted.width, area.width);
  const height = Math.min(wanted.height, room);
  const isAbove = above >= wanted.height || above >= below;
  return {
    width,
    height,
    left: clamp(button.left + button.width / 2 - width / 2, area.left, area.left + area.width - width),
    top: isAbove ? button.top - GAP_PX - height : button.top + button.height + GAP_PX,
  };
}

function besideBox(wanted: Size, button: Box, area: Box): Box {
  const { before, after } = roomAround(button, area);
  const width = Math.min(wanted.width, Math.max(before, after));
  const height = Math.min(wanted.height, area.height);
  return {
    width,
    height,
    left: before >= after ? button.left - GAP_PX - width : button.left + button.width + GAP_PX,
    top: clamp(button.top + button.height - height, area.top, area.top + area.height - height),
  };
}

function roomAround(button: Box, area: Box) {
  return {
    above: button.top - area.top - GAP_PX,
    below: area.top + area.height - (button.top + button.height) - GAP_PX,
    before: button.left - area.left - GAP_PX,
    after: area.left + area.width - (button.left + button.width) - GAP_PX,
  };
}

function fraction(part: number, whole: number): number {
  return whole <= 0 ? 1 : clamp(part / whole, 0, 1);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}

function isFraction(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
