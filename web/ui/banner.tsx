import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { CONTROL_WORDS } from '#content/shell.ts';

export type BannerMessage = {
  readonly tone: 'error' | 'success';
  readonly text: string;
  readonly detail?: ReactNode;
  /** The id of the text, for the fields that it describes. */
  readonly id?: string;
  /** True if the focus moves to a field that the text describes. A screen reader then reads it there, and not as an alert. */
  readonly isRead?: boolean;
};

type BannerProps = {
  /** The message must stay the same object while it is shown. For another object, the page scrolls to the banner again. */
  readonly message: BannerMessage | null;
  readonly onDismiss: () => void;
};

/** The red and green banners. Their live regions are always in the page, because screen readers miss new regions. */
export function Banner({ message, onDismiss }: BannerProps) {
  const box = useRef<HTMLDivElement>(null);
  /** The element that had the focus when the message came. It gets the focus back when the visitor closes the banner. */
  const before = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!message) return;
    before.current = document.activeElement as HTMLElement | null;
    // The banner moves the pressed button down. If both fit on the screen, the page scrolls so that both are shown.
    document.activeElement?.scrollIntoView({ block: 'nearest' });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);

  const body = message && (
    <div ref={box} className={`banner banner-${message.tone}`}>
      <div id={message.id} className="grow">
        <p>{message.text}</p>
        {message.detail && <p className="text-soft">{message.detail}</p>}
      </div>
      <button
        type="button"
        className="icon-button icon-button-small -my-1 text-ink"
        aria-label={CONTROL_WORDS.dismissMessage}
        onClick={({ detail }) => {
          // Only a key press (`detail` is 0) moves the focus: after a tap on a phone, a focused field would open the keyboard.
          if (detail === 0 && before.current?.isConnected) before.current.focus();
          onDismiss();
        }}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  );
  return (
    <>
      <div role={message?.isRead ? undefined : 'alert'}>{message?.tone === 'error' && body}</div>
      <div role="status">{message?.tone === 'success' && body}</div>
    </>
  );
}
