import { ArrowLeftRight, ArrowUpRight, LifeBuoy, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CHAT, CHAT_LINKS } from '#content/features/chat.ts';
import { CONTROL_WORDS } from '#content/shell.ts';
import { SocialIcon } from '#web/ui/social-icon.tsx';

type ChatPanelProps = {
  readonly id: string;
  readonly onClose: () => void;
  readonly onOtherSide: () => void;
};

/** The panel takes the focus without trapping it. chat.css places the panel beside the chat's button. */
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
                <span className="sr-only">{CONTROL_WORDS.newTab}</span>
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
} satisfies Record<(typeof CHAT_LINKS)[number]['id'], unknown>;

function ChatSky() {
  return (
    <svg
      viewBox="0 0 336 104"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      className="chat-sky forced-colors:hidden"
    >
      <circle fill="none" stroke="var(--ring)" opacity="0.35" cx="216" cy="80" r="62" />
      <circle fill="none" stroke="var(--ring)" opacity="0.35" cx="216" cy="80" r="46" />
      <circle className="fill-marigold" cx="216" cy="80" r="30" />
      <path
        fill="var(--land)"
        d="M0 80v-9q14-10 26-2q8-12 22-7q13-8 22 4q12-7 20 3h34q8-9 18-1q9-8 17 2h30q30-3 60 4q10-12 23-5q11-11 23-1q11-7 20 2q10-6 21 0v10Z"
      />
      <path fill="var(--water)" d="M0 80h336v24H0Z" />
      <path
        fill="none"
        stroke="var(--path)"
        strokeWidth="2"
        strokeLinecap="round"
        d="M190 84h52M198 89h40M192 94h42M202 99h36"
      />
      <path fill="var(--land)" d="M92 90q22 5 48-1q-4 8-18 9q-22 1-30-8Z" />
    </svg>
  );
}
