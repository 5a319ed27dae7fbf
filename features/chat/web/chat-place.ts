import { useCallback, useState } from 'react';
import { parseObject, readStored, writeStored } from '#web/api/storage.ts';

/** The position of the chat's button as fractions (0 to 1) of the free space, so that it fits every window size. */
export type Place = { readonly across: number; readonly down: number };
export type Size = { readonly width: number; readonly height: number };
/** A rectangle in CSS pixels, relative to the area in which the button may move. */
export type Box = Size & { readonly left: number; readonly top: number };

export const FIRST_PLACE: Place = { across: 1, down: 1 };

const GAP_PX = 8;

export function boxAt(place: Place, button: Size, area: Box): Box {
  return {
    ...button,
    left: area.left + place.across * Math.max(0, area.width - button.width),
    top: area.top + place.down * Math.max(0, area.height - button.height),
  };
}

/** Converts the position of the button's top left corner, in pixels, to a place inside the area. */
export function placeAt(left: number, top: number, button: Size, area: Box): Place {
  return {
    across: fraction(left - area.left, area.width - button.width),
    down: fraction(top - area.top, area.height - button.height),
  };
}

export function acrossFrom({ across, down }: Place): Place {
  return { across: 1 - across, down };
}

export function cornerAt({ across, down }: Place): Place {
  return { across: Math.round(across), down: Math.round(down) };
}

export function parsePlace(text: string | null): Place | undefined {
  const { across, down } = parseObject(text) ?? {};
  return isFraction(across) && isFraction(down) ? { across, down } : undefined;
}

/** True if two boxes overlap or are less than `margin` pixels apart. */
export function areTouching(one: Box, other: Box, margin = 0): boolean {
  return (
    one.left < other.left + other.width + margin &&
    other.left < one.left + one.width + margin &&
    one.top < other.top + other.height + margin &&
    other.top < one.top + one.height + margin
  );
}

/**
 * The nearest place where the button does not cover the box. Undefined if the button does not cover the box now, or if there is
 * no such place.
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

function fraction(part: number, whole: number): number {
  return whole <= 0 ? 1 : Math.min(Math.max(part / whole, 0), 1);
}

function isFraction(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

const KEY = 'chatPlace';

/** The place of the chat's button: the stored place, or a temporary place while the button would cover the focused element. */
export function useChatPlace() {
  const [home, setHome] = useState(() => parsePlace(readStored(KEY)) ?? FIRST_PLACE);
  const [aside, setAside] = useState<Place>();

  const moveTo = useCallback((place: Place) => {
    setHome(place);
    setAside(undefined);
  }, []);

  return {
    place: aside ?? home,
    home,
    isAside: aside !== undefined,
    /** Moves the button for as long as the page is open. With `keep`, also stores the place for later pages. */
    moveTo,
    keep: (place: Place) => writeStored(KEY, JSON.stringify(place)),
    /** Moves the button temporarily. With undefined, the button returns to its stored place. */
    stepAside: setAside,
  };
}
