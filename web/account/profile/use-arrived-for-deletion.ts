import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PAGES } from '#contract/paths.ts';
import { type RedirectAnswer, redirectAnswerIn } from '#web/account/social/redirect-answer.ts';

/**
 * The answer of a provider to which the dialog of a deletion had led, in this very window; null once it is forgotten. It
 * is taken out of the history, so that a reload does not open the dialog again.
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
