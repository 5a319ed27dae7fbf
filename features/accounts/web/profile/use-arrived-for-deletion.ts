import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PAGES } from '#content/page-paths.ts';
import { type ArrivedProof, arrivedProofIn } from '#features/accounts/web/security/arrived-proof.ts';

/**
 * The result of a proof that the deletion dialog started at a provider, and a function that clears it. It is removed from the history
 * state, so that a reload does not open the dialog again.
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
