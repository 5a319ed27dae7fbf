import type { BannerMessage } from '#web/ui/banner.tsx';

/** What a proof at another site, in the page itself, came back with in the history state. */
export type ArrivedProof = {
  readonly outcome: 'proved' | 'code-needed' | 'failed';
  /** It failed because somebody signed in there too long ago: they may try again. */
  readonly isStale: boolean;
  /** The name of that site. */
  readonly by: string;
  /** Why it failed; null where it did not. */
  readonly noticeFor: (purpose: 'sign-in' | 'proof' | 'deletion') => BannerMessage | null;
};

type ReadArrived = (state: unknown) => ArrivedProof | null;

const nothing: ReadArrived = () => null;

export const [arrivedProofIn = nothing] = Object.values(
  import.meta.glob<ReadArrived>('/features/*/web/slots/arrived-proof.ts', { eager: true, import: 'default' }),
);
