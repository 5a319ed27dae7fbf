import { useEffect } from 'react';
import { useUser } from '#web/session/session.ts';

/** Counts visits and time while somebody is signed in, on any page. Only for them the code is loaded. Used once, by the root. */
export function useUsageCounting(): void {
  const isSignedIn = useUser() !== null;
  useEffect(() => {
    if (!isSignedIn) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    import('./usage-tracker.ts').then(
      ({ startUsage }) => {
        if (!isOver) stop = startUsage();
      },
      // Loading fails in a tab that is older than the newest build. The next page load counts again.
      () => {},
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [isSignedIn]);
}
