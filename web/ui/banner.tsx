import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

export type BannerMessage = {
  readonly tone: 'error' | 'success';
  readonly text: string;
  /** A second, quieter sentence. */
  readonly detail?: string;
};

type BannerProps = {
  readonly message: BannerMessage | null;
  readonly onDismiss: () => void;
  /** What the visitor can do next, shown inside the banner. */
  readonly children?: ReactNode;
};

/**
 * The red and green banners of spec §2. A new message comes into view: on a small screen the button that caused it
 * may stand far below. The two live regions are always in the page, empty or not: assistive
 * technology announces a text that appears in a region it already knows.
 */
export function Banner({ message, onDismiss, children }: BannerProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) box.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);

  const body = message && (
    <div ref={box} className={`banner banner-${message.tone}`}>
      <div className="grow">
        <p>{message.text}</p>
        {message.detail && <p className="text-soft">{message.detail}</p>}
        {children}
      </div>
      <button type="button" className="icon-button" aria-label="Dismiss this message" onClick={onDismiss}>
        <X size={18} aria-hidden="true" />
      </button>
    </div>
  );
  return (
    <>
      <div role="alert">{message?.tone === 'error' && body}</div>
      <div role="status">{message?.tone === 'success' && body}</div>
    </>
  );
}
