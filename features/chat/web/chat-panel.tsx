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
      <div className="grid gap-3 px-5 pt-4.5 pb-3">
        <h2 id={`${id}-title`} className="text-title">
          {CHAT.title}
        </h2>
        <p className="w-fit rounded-2xl rounded-es-sm bg-wash px-4 py-2 font-semibold forced-colors:border">
          {CHAT.line}
        </p>
        <p className="text-small text-soft">{CHAT.meanwhile}</p>
        <ul className="-mx-3">
          {CHAT_LINKS.map((link) => (
            <li key={link.id}>
              <a
                href={link.href}
                className="group flex min-h-11 items-center gap-3 rounded-xl px-3 py-1 font-semibold no-underline hover:bg-wash"
                rel="noopener noreferrer"
                target="_blank"
              >
                <span className="flex-none text-peacock">{GLYPHS[link.id]}</span>
                {link.label}
                <ArrowUpRight
                  className="ms-auto text-soft group-hover:[translate:2px_-2px]"
                  size="1.125rem"
                  aria-hidden="true"
                />
                <span className="sr-only">{CHAT.newTab}</span>
              </a>
            </li>
          ))}
        </ul>
        <p className="text-small text-soft">{CHAT.note}</p>
        <button
          type="button"
          className="-ml-2 flex min-h-11 w-fit cursor-pointer items-center gap-2 px-2 text-small text-soft underline-offset-4 hover:text-ink hover:underline"
          onClick={onOtherSide}
        >
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
