import '#features/chat/web/chat.css';
import { type CSSProperties, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { CHAT } from '#content/features/chat.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { ChatPanel } from './chat-panel.tsx';
import { acrossFrom, cornerAt, useChatPlace } from './chat-place.ts';
import { useButtonMoves } from './use-button-moves.ts';
import { useFreeFocus } from './use-free-focus.ts';

/** The same limit as in chat.css. Lower screens have no space for a panel above or below the button. */
const LOW_SCREEN = '(height < 42rem)';

/**
 * The help chat (docs/product.md, "Chat widget"). If the chat covers the focused element, the chat moves away and closes its
 * panel.
 */
export function ChatWidget() {
  const id = useId();
  const area = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const { place, home, isAside, moveTo, keep, stepAside } = useChatPlace();
  const close = useCallback(() => {
    setOpen(false);
    stepAside(undefined);
  }, [stepAside]);

  const { isClickOfDrag, ...moves } = useButtonMoves({ area, button, place, moveTo, keep });
  useClosing({ area, button, open, close });
  useFreeFocus({ area, button, home, stepAside, close });

  return (
    <section
      ref={area}
      className="chat screen-only"
      aria-label={CHAT.label}
      data-edge={place.across === 1 ? 'right' : place.across === 0 ? 'left' : undefined}
      data-half={place.down < 0.5 ? 'upper' : 'lower'}
      style={{ '--across': place.across, '--down': place.down } as CSSProperties}
    >
      <button
        ref={button}
        type="button"
        className="chat-button"
        aria-label={CHAT.button}
        aria-describedby={`${id}-hint`}
        aria-expanded={open}
        aria-controls={`${id}-panel`}
        data-testid="chat-button"
        data-aside={isAside || undefined}
        onClick={(event) => {
          if (isClickOfDrag(event)) return;
          if (open) return close();
          setOpen(true);
          if (matchMedia(LOW_SCREEN).matches) stepAside(cornerAt(place));
        }}
        {...moves}
      >
        <BrandMark />
      </button>
      <span id={`${id}-hint`} hidden>
        {CHAT.buttonHint}
      </span>
      {open && (
        <ChatPanel
          id={`${id}-panel`}
          onClose={() => {
            close();
            button.current?.focus();
          }}
          onOtherSide={() => {
            moveTo(acrossFrom(place));
            keep(acrossFrom(place));
          }}
        />
      )}
    </section>
  );
}

type Closing = {
  readonly area: RefObject<HTMLElement | null>;
  readonly button: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly close: () => void;
};

/** Closes the panel after a press outside it and after Escape. Escape also returns the focus to the button. */
function useClosing({ area, button, open, close }: Closing): void {
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
