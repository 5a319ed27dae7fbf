import type { BannerMessage } from '#web/ui/banner.tsx';

/** The result of a proof of identity at a provider, read from the history state of this page. */
export type ArrivedProof = {
  readonly outcome: 'proved' | 'code-needed' | 'failed';
  /** The person's sign-in at the provider is too old for a proof; they may try again. */
  readonly isStale: boolean;
  /** The provider's name. */
  readonly by: string;
  /** The message that tells why the proof failed; null if it did not fail. */
  readonly noticeFor: (purpose: 'sign-in' | 'proof' | 'deletion') => BannerMessage | null;
};

type ReadArrived = (state: unknown) => ArrivedProof | null;

const nothing: ReadArrived = () => null;

export const [arrivedProofIn = nothing] = Object.values(
  import.meta.glob<ReadArrived>('/features/*/web/slots/arrived-proof.ts', { eager: true, import: 'default' }),
);
