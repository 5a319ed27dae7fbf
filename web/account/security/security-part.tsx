import type { ReactNode } from 'react';
import type { Security } from './security-api.ts';
import type { EnsureProof } from './use-proof.tsx';

/** What each part of the page works with. */
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

/** A card of the security page. */
export function SecurityPart({ id, title, lead, children }: PartProps) {
  return (
    <section className="card security-part" aria-labelledby={`security-${id}`} data-testid={`security-${id}`}>
      <div>
        <h2 id={`security-${id}`} className="text-title">
          {title}
        </h2>
        <p className="mt-1 text-soft">{lead}</p>
      </div>
      {children}
    </section>
  );
}
