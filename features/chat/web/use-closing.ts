import { type RefObject, useEffect } from 'react';

type Closing = {
  readonly area: RefObject<HTMLElement | null>;
  readonly button: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly close: () => void;
};

/** Closes the panel on a press outside and on Escape, which also returns the focus to the button. */
export function useClosing({ area, button, open, close }: Closing): void {
  useEffect(() => {
    if (!open) return;
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !area.current?.contains(target)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      close();
      const { activeElement } = document;
      if (activeElement === document.body || area.current?.contains(activeElement)) button.current?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [area, button, open, close]);
}
