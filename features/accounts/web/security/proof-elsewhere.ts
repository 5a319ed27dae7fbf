import type { ReactNode } from 'react';
import type { BannerMessage } from '#web/ui/banner.tsx';
import type { Security } from './second-steps.ts';

type Elsewhere = {
  readonly id: string;
  readonly name: string;
  readonly icon: ReactNode;
  readonly isWaiting: boolean;
  /** Opens the provider's window. Must be called in the click handler, or the browser blocks the window. */
  readonly press: () => void;
};

type ProofElsewhere = {
  /** Linked providers at which the person can prove their identity. */
  readonly sites: readonly Elsewhere[];
  /** The name of a linked provider that cannot prove the person's identity. */
  readonly neverAlone: string | undefined;
};

/** The values that the dialog for a proof of identity passes in. */
type Asking = {
  /** Null until the server has answered. */
  readonly security: Security | null;
  /** With `deletion`, the provider redirects back to the profile. */
  readonly purpose: 'proof' | 'deletion';
  readonly onNotice: (notice: BannerMessage | null) => void;
  readonly onProved: () => void;
  readonly onCodeNeeded: () => void;
};

export type UseProofElsewhere = (asking: Asking) => ProofElsewhere;

const NOWHERE: ProofElsewhere = { sites: [], neverAlone: undefined };
const useNowhere: UseProofElsewhere = () => NOWHERE;

export const [useProofElsewhere = useNowhere] = Object.values(
  import.meta.glob<UseProofElsewhere>('/features/*/web/slots/proof-elsewhere.tsx', {
    eager: true,
    import: 'default',
  }),
);
