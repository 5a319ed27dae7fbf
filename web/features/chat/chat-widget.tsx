import { useCallback, useId, useRef, useState } from 'react';
import { CHAT } from '#content/chat.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { ChatPanel } from './chat-panel.tsx';
import { acrossFrom, placeToOpen } from './chat-place.ts';
import { sizeOf, useButtonMoves } from './use-button-moves.ts';
import { useChatPlace } from './use-chat-place.ts';
import { useClosing } from './use-closing.ts';
import { useFreeFocus } from './use-free-focus.ts';

/**
 * The help chat: a button that floats above the page and can be put anywhere, and its panel (spec §2). The button
 * makes way for what has the keyboard's focus, and the panel closes for it.
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

  function makeRoom() {
    if (!area.current || !button.current) return;
    const room = placeToOpen(place, sizeOf(button.current), area.current.getBoundingClientRect());
    if (room !== place) stepAside(room);
  }

  return (
    <section ref={area} className="chat" aria-label={CHAT.label}>
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
        style={{
          left: `calc(${place.across} * (100% - var(--chat-button)))`,
          top: `calc(${place.down} * (100% - var(--chat-button)))`,
        }}
        onClick={(event) => {
          if (isClickOfDrag(event)) return;
          if (open) return close();
          setOpen(true);
          makeRoom();
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
          area={area}
          button={button}
          place={place}
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
