import type { ReactNode } from 'react';
import type { BannerMessage } from '#web/ui/banner.tsx';
import type { Security } from './second-steps.ts';

/** A site where somebody signs in once more, to show who they are. */
type Elsewhere = {
  readonly id: string;
  readonly name: string;
  readonly icon: ReactNode;
  readonly isWaiting: boolean;
  /** Must be called in the click handler. */
  readonly press: () => void;
};

type ProofElsewhere = {
  /** Those that the account is connected to, and that can show it. */
  readonly sites: readonly Elsewhere[];
  /** The name of one that it is connected to as well, and that shows nothing by itself. */
  readonly neverAlone: string | undefined;
};

/** What asks for a proof. */
type Asking = {
  /** Null until the server has told it. */
  readonly security: Security | null;
  /** `deletion`: what leaves the page comes back to the profile. */
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
