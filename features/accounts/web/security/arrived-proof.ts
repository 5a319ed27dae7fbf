import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { BannerMessage } from '#web/ui/banner.tsx';

export type ArrivedProof = {
  readonly outcome: 'proved' | 'code-needed' | 'failed';
  /** True if the sign-in at the provider is too old to prove the identity now. The person may try again. */
  readonly isStale: boolean;
  readonly by: string;
  /** The message about the failed proof; null if the proof did not fail. */
  readonly noticeFor: (purpose: 'sign-in' | 'proof' | 'deletion') => BannerMessage | null;
};

type ReadArrived = (state: unknown) => ArrivedProof | null;

const nothing: ReadArrived = () => null;

export const [arrivedProofIn = nothing] = Object.values(
  import.meta.glob<ReadArrived>('/features/*/web/slots/arrived-proof.ts', { eager: true, import: 'default' }),
);

/** The proof of identity from the provider that sent the person back to this page. Null if there is none, and after a reload. */
export function useArrivedProof(): ArrivedProof | null {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const [arrived] = useState(() => arrivedProofIn(state));
  const isInHistory = arrivedProofIn(state) !== null;
  useEffect(() => {
    if (isInHistory) void navigate(pathname, { replace: true, state: null });
  }, [isInHistory, navigate, pathname]);
  return arrived;
}
