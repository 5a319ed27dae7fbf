import { ArrowLeftRight, ArrowUpRight, LifeBuoy, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CHAT_LINKS, type ChatLinkId } from '#content/brand.ts';
import { CHAT } from '#content/features/chat.ts';
import { SocialIcon } from '#web/ui/social-icon.tsx';
import { ChatSky } from './chat-sky.tsx';

type ChatPanelProps = {
  readonly id: string;
  readonly onClose: () => void;
  readonly onOtherSide: () => void;
};

/** The window that the button opens. chat.css stands it beside the button. It takes the focus but does not trap it. */
export function ChatPanel({ id, onClose, onOtherSide }: ChatPanelProps) {
  const panel = useRef<HTMLDialogElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);

  return (
    <dialog open ref={panel} id={id} className="chat-panel" tabIndex={-1} aria-labelledby={`${id}-title`}>
      <ChatSky />
      <button type="button" className="icon-button chat-close" aria-label={CHAT.close} onClick={onClose}>
        <X aria-hidden="true" />
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
                <ArrowUpRight className="chat-link-away" size="1.125rem" aria-hidden="true" />
                <span className="sr-only">{CHAT.newTab}</span>
              </a>
            </li>
          ))}
        </ul>
        <p className="chat-small">{CHAT.note}</p>
        <button type="button" className="chat-side" onClick={onOtherSide}>
          <ArrowLeftRight size="1rem" aria-hidden="true" />
          {CHAT.otherSide}
        </button>
      </div>
    </dialog>
  );
}

const GLYPHS = {
  messaging: <SocialIcon id="whatsapp" />,
  social: <SocialIcon id="twitter" />,
  support: <LifeBuoy size="1.375rem" strokeWidth={1.7} aria-hidden="true" />,
} satisfies Record<ChatLinkId, unknown>;
