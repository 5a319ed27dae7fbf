import { type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { boxAt, type Place, placeAt } from './chat-place.ts';

/** A movement shorter than this counts as a click, not as a drag. */
const DRAG_FROM_PX = 6;
const STEP_PX = 24;
const LONG_STEP_PX = 120;

const ARROWS: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Grip = { readonly x: number; readonly y: number; readonly left: number; readonly top: number };

type ButtonMoves = {
  readonly area: RefObject<HTMLElement | null>;
  readonly button: RefObject<HTMLElement | null>;
  readonly place: Place;
  readonly moveTo: (place: Place) => void;
  readonly keep: (place: Place) => void;
};

/** A pointer or the arrow keys move the button. The place of the button is stored at the end of each move. */
export function useButtonMoves({ area, button, place, moveTo, keep }: ButtonMoves) {
  const grip = useRef<Grip>(undefined);
  const dragged = useRef<Place>(undefined);

  function put(left: number, top: number): Place | undefined {
    if (!area.current || !button.current) return undefined;
    const spot = placeAt(left, top, sizeOf(button.current), area.current.getBoundingClientRect());
    moveTo(spot);
    return spot;
  }

  function here() {
    if (!area.current || !button.current) return undefined;
    return boxAt(place, sizeOf(button.current), area.current.getBoundingClientRect());
  }

  return {
    /** True for the click event that browsers fire after a drag. A click by keyboard has `detail` 0 and always counts. */
    isClickOfDrag: ({ detail }: MouseEvent) => detail > 0 && dragged.current !== undefined,

    onPointerDown(event: PointerEvent<HTMLElement>) {
      dragged.current = undefined;
      const box = here();
      if (event.button !== 0 || !event.isPrimary || !box) return;
      grip.current = { x: event.clientX, y: event.clientY, left: box.left, top: box.top };
      event.currentTarget.setPointerCapture(event.pointerId);
    },

    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (!grip.current) return;
      const [right, down] = [clientX - grip.current.x, clientY - grip.current.y];
      if (!dragged.current && Math.hypot(right, down) < DRAG_FROM_PX) return;
      dragged.current = put(grip.current.left + right, grip.current.top + down);
    },

    /** Runs at the end of each drag, even when the system cancels the pointer. */
    onLostPointerCapture() {
      grip.current = undefined;
      if (dragged.current) keep(dragged.current);
    },

    onKeyDown(event: KeyboardEvent) {
      const arrow = ARROWS[event.key];
      const box = here();
      if (!arrow || !box || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      const step = event.shiftKey ? LONG_STEP_PX : STEP_PX;
      const spot = put(box.left + arrow[0] * step, box.top + arrow[1] * step);
      if (spot) keep(spot);
    },
  };
}

/** The size of an element without its CSS transforms. */
export function sizeOf({ offsetWidth, offsetHeight }: HTMLElement) {
  return { width: offsetWidth, height: offsetHeight };
}
