import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PAGES } from '#content/page-paths.ts';
import { type ArrivedProof, arrivedProofIn } from '#features/accounts/web/security/arrived-proof.ts';

/**
 * What a proof at another site that the deletion dialog started came back with, and a function that clears it. It is removed
 * from the history state, so that a reload does not open the dialog again.
 */
export function useArrivedForDeletion(): readonly [ArrivedProof | null, () => void] {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [arrived, setArrived] = useState(() => arrivedProofIn(state));
  const isInHistory = arrivedProofIn(state) !== null;
  useEffect(() => {
    if (isInHistory) void navigate(PAGES.profile, { replace: true, state: null });
  }, [isInHistory, navigate]);
  return [arrived, () => setArrived(null)];
}
