import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PAGES } from '#content/page-paths.ts';
import { type RedirectAnswer, redirectAnswerIn } from '#features/social-sign-in/web/redirect-answer.ts';

/**
 * The result of a redirect to a provider that the deletion dialog started, and a function that clears it. It is removed
 * from the history state, so that a reload does not open the dialog again.
 */
export function useArrivedForDeletion(): readonly [RedirectAnswer | null, () => void] {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [arrived, setArrived] = useState(() => redirectAnswerIn(state));
  const isInHistory = redirectAnswerIn(state) !== null;
  useEffect(() => {
    if (isInHistory) void navigate(PAGES.profile, { replace: true, state: null });
  }, [isInHistory, navigate]);
  return [arrived, () => setArrived(null)];
}
