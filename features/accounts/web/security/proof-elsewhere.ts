import type { ReactNode } from 'react';
import type { BannerMessage } from '#web/ui/banner.tsx';
import type { Security } from './second-steps.ts';

type Elsewhere = {
  readonly id: string;
  readonly name: string;
  readonly icon: ReactNode;
  readonly isWaiting: boolean;
  /** Must be called in the click handler. */
  readonly press: () => void;
};

type ProofElsewhere = {
  /** Connected providers that can give a proof. */
  readonly sites: readonly Elsewhere[];
  /** The name of a connected provider that cannot give a proof. */
  readonly neverAlone: string | undefined;
};

/** The part that asks for a proof. */
type Asking = {
  /** Null until loaded. */
  readonly security: Security | null;
  /** With `deletion`, a redirect comes back to the profile. */
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
