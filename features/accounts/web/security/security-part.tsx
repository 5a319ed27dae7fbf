import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { SECURITY_WORDS } from '#content/security.ts';
import { dateAndTime, timeAgo } from '#features/accounts/web/profile/dates.ts';
import type { ArrivedProof } from './arrived-proof.ts';
import type { Security } from './second-steps.ts';
import type { EnsureProof } from './use-proof.tsx';

export type SecurityPartProps = {
  readonly security: Security;
  readonly email: string;
  /** The proof of identity from the provider that sent the person back to the page. */
  readonly arrived: ArrivedProof | null;
  readonly ensureProof: EnsureProof;
  readonly reload: () => Promise<void>;
};

export type SecuritySection = {
  /** The sort position of this section on the page. */
  readonly order: number;
  readonly Section: ComponentType<SecurityPartProps>;
};

type PartProps = {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
};

/**
 * A card of the security page. When the focused element is removed, the focus moves to the first button of the card, or
 * to its heading. A URL fragment can link to a card: `#security-second-step`.
 */
export function SecurityPart({ id, title, lead, children }: PartProps) {
  const part = useRef<HTMLElement>(null);
  const focused = useRef<Element>(null);
  // Scrolls to this card by script, because the browser looks for the element of the URL fragment before the card exists.
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

/** Says how long ago a time was. Never prerender this component, because the text would count from the time of the build. */
export function TimeAgo({ iso }: { readonly iso: string }) {
  return (
    <time dateTime={iso} title={dateAndTime(iso)}>
      {timeAgo(iso, new Date()) ?? SECURITY_WORDS.justNow}
    </time>
  );
}
