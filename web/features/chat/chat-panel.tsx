import { ArrowLeftRight, ArrowUpRight, LifeBuoy, X } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { CHAT_LINKS, type ChatLinkId } from '#content/brand.ts';
import { CHAT } from '#content/chat.ts';
import { SocialIcon } from '#web/ui/social-icon.tsx';
import { boxAt, type Place, panelBox } from './chat-place.ts';
import { ChatSky } from './chat-sky.tsx';
import { sizeOf } from './use-button-moves.ts';

type ChatPanelProps = {
  readonly id: string;
  readonly area: RefObject<HTMLElement | null>;
  readonly button: RefObject<HTMLElement | null>;
  readonly place: Place;
  readonly onClose: () => void;
  readonly onOtherSide: () => void;
};

/** The small window that the button opens. It takes the focus and does not keep it. */
export function ChatPanel({ id, area, button, place, onClose, onOtherSide }: ChatPanelProps) {
  const panel = useRef<HTMLDialogElement>(null);
  useStandingBeside({ panel, area, button, place });
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);

  return (
    <dialog open ref={panel} id={id} className="chat-panel" tabIndex={-1} aria-labelledby={`${id}-title`}>
      <ChatSky />
      <button type="button" className="icon-button chat-close" aria-label={CHAT.close} onClick={onClose}>
        <X size={20} aria-hidden="true" />
      </button>
      <div className="chat-words">
        <h2 id={`${id}-title`} className="text-title">
          {CHAT.title}
        </h2>
        <p className="chat-line">{CHAT.line}</p>
        <p className="chat-small">{CHAT.meanwhile}</p>
        <ul className="chat-links">
          {CHAT_LINKS.map((link) => (
            <li key={link.id}>
              <a href={link.href} className="chat-link" rel="noopener noreferrer" target="_blank">
                {GLYPHS[link.id]}
                {link.label}
                <ArrowUpRight className="chat-link-away" size={18} aria-hidden="true" />
                <span className="unseen">{CHAT.newTab}</span>
              </a>
            </li>
          ))}
        </ul>
        <p className="chat-small">{CHAT.note}</p>
        <button type="button" className="chat-side" onClick={onOtherSide}>
          <ArrowLeftRight size={16} aria-hidden="true" />
          {CHAT.otherSide}
        </button>
      </div>
    </dialog>
  );
}

const GLYPHS = {
  messaging: <SocialIcon id="whatsapp" />,
  social: <SocialIcon id="twitter" />,
  support: <LifeBuoy size={22} strokeWidth={1.7} aria-hidden="true" />,
} satisfies Record<ChatLinkId, unknown>;

type StandingBeside = Pick<ChatPanelProps, 'area' | 'button' | 'place'> & {
  readonly panel: RefObject<HTMLElement | null>;
};

/** Keeps the panel next to the button and inside the area, whatever moves or changes its size. */
function useStandingBeside({ panel, area, button, place }: StandingBeside): void {
  useLayoutEffect(() => {
    const [box, around, beside] = [panel.current, area.current, button.current];
    if (!box || !around || !beside) return;
    const stand = () => {
      const { width, height } = around.getBoundingClientRect();
      const inside = { left: 0, top: 0, width, height };
      Object.assign(box.style, { width: '', maxHeight: '' });
      const spot = panelBox(sizeOf(box), boxAt(place, sizeOf(beside), inside), inside);
      Object.assign(box.style, {
        left: `${spot.left}px`,
        top: `${spot.top}px`,
        width: `${spot.width}px`,
        maxHeight: `${spot.height}px`,
      });
    };
    stand();
    const sizes = new ResizeObserver(stand);
    sizes.observe(around);
    return () => sizes.disconnect();
  }, [panel, area, button, place]);
}
