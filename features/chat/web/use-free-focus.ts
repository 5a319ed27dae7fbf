import { type RefObject, useEffect } from 'react';
import { areTouching, type Place, wayOut } from './chat-place.ts';
import { sizeOf } from './use-button-moves.ts';

type FreeFocus = {
  readonly area: RefObject<HTMLElement | null>;
  readonly button: RefObject<HTMLElement | null>;
  readonly home: Place;
  readonly stepAside: (place: Place | undefined) => void;
  readonly close: () => void;
};

/** Moves the button and closes the panel if they cover the focused element (WCAG 2.4.11, 2.4.12). */
export function useFreeFocus({ area, button, home, stepAside, close }: FreeFocus): void {
  useEffect(() => {
    const look = () => {
      const focused = document.activeElement;
      if (!area.current || !button.current || area.current.contains(focused)) return;
      if (!focused?.matches(':focus-visible')) return stepAside(undefined);
      // Measures the label of the focused element, if any, because a radio button may be invisible and drawn by its label.
      const box = (focused.closest('label') ?? focused).getBoundingClientRect();
      const panel = area.current.querySelector('dialog')?.getBoundingClientRect();
      if (panel && areTouching(panel, box)) close();
      stepAside(wayOut(home, box, sizeOf(button.current), area.current.getBoundingClientRect()));
    };
    // Looks again in the next task, because the browser scrolls to the focused element only after the focus event.
    const lookTwice = () => {
      look();
      setTimeout(look);
    };
    const options = { capture: true, passive: true };
    look();
    document.addEventListener('focusin', lookTwice);
    document.addEventListener('scroll', look, options);
    window.addEventListener('resize', look);
    return () => {
      document.removeEventListener('focusin', lookTwice);
      document.removeEventListener('scroll', look, options);
      window.removeEventListener('resize', look);
    };
  }, [area, button, home, stepAside, close]);
}
