import type { BannerMessage } from '#web/ui/banner.tsx';

/** The result of a proof of identity at a provider, read from the history state of this page. */
export type ArrivedProof = {
  readonly outcome: 'proved' | 'code-needed' | 'failed';
  /** True if the person signed in at the provider too long ago to prove their identity now. The person may try again. */
  readonly isStale: boolean;
  /** The provider's name. */
  readonly by: string;
  /** The message about the failed proof; null if the proof did not fail. */
  readonly noticeFor: (purpose: 'sign-in' | 'proof' | 'deletion') => BannerMessage | null;
};

type ReadArrived = (state: unknown) => ArrivedProof | null;

const nothing: ReadArrived = () => null;

export const [arrivedProofIn = nothing] = Object.values(
  import.meta.glob<ReadArrived>('/features/*/web/slots/arrived-proof.ts', { eager: true, import: 'default' }),
);
