import { type ReactNode, useEffect, useRef } from 'react';
import type { Security } from './second-steps.ts';
import type { EnsureProof } from './use-proof.tsx';

export type SecurityPartProps = {
  readonly security: Security;
  readonly email: string;
  readonly ensureProof: EnsureProof;
  readonly reload: () => Promise<void>;
};

type PartProps = {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
};

/**
 * A card of the security page. When the focused element is removed, for example with a closed form, the focus moves to
 * the card's first button, or else to its heading. A URL fragment can link to a card: `#security-second-step`.
 */
export function SecurityPart({ id, title, lead, children }: PartProps) {
  const part = useRef<HTMLElement>(null);
  const focused = useRef<Element>(null);
  // The browser looks for the element of the URL fragment before this card is rendered.
  useEffect(() => {
    if (location.hash !== `#security-${id}`) return;
    part.current?.querySelector('h2')?.focus({ preventScroll: true });
    part.current?.scrollIntoView();
  }, [id]);
  useEffect(() => {
    if (focused.current?.isConnected !== false || document.activeElement !== document.body) return;
    (part.current?.querySelector('button') ?? part.current?.querySelector('h2'))?.focus();
  });
  return (
    <section
      ref={part}
      className="card grid grid-cols-1 gap-4 p-card"
      aria-labelledby={`security-${id}`}
      data-testid={`security-${id}`}
      onFocus={({ target }) => {
        focused.current = target;
      }}
    >
      <div>
        <h2 id={`security-${id}`} tabIndex={-1} className="text-title">
          {title}
        </h2>
        <p className="mt-1 text-soft">{lead}</p>
      </div>
      {children}
    </section>
  );
}
