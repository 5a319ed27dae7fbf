import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** After this time the person's data is removed from the screen, even if the next page has not loaded. */
const LONGEST_WAIT_MS = 8_000;

/** Opens a page before the session data is removed, because the current page would show placeholders without that data. */
export function useLeavePage(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const onLeft = useRef<() => void>(undefined);
  // The cleanup also runs when the component is removed with its page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: ends with the page.
  useEffect(() => () => onLeft.current?.(), [pathname]);

  return (path) =>
    new Promise((resolve) => {
      onLeft.current = resolve;
      // After a new release, the browser opens the next page as a new document, and the effect above does not run.
      window.addEventListener('pagehide', () => resolve(), { once: true });
      setTimeout(resolve, path === pathname ? 0 : LONGEST_WAIT_MS);
      void navigate(path);
    });
}

type Guard = {
  readonly asks: () => boolean;
  /** Asks whether the page may be left. */
  readonly ask: () => Promise<boolean | undefined>;
};

/** Undefined while there are no unsaved changes. */
let guard: Guard | undefined;

export function setLeaveGuard(mine: Guard): () => void {
  guard = mine;
  return () => {
    if (guard === mine) guard = undefined;
  };
}

/** Whether a question about unsaved changes is asked before a link is followed. */
export const asksToLeave = () => guard?.asks() === true;

/**
 * Asks about unsaved changes. Await this before anything that leads to another page. Resolves with undefined if the question ended
 * without an answer, because another question replaced it, the page was left or nothing can be lost any more.
 */
export async function mayLeave(): Promise<boolean | undefined> {
  return guard === undefined || guard.ask();
}
