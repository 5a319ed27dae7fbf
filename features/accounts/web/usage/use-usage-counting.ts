import { useEffect } from 'react';
import { useUser } from '#web/session/session.ts';
import { startLoaded } from '#web/ui/start-loaded.ts';

/** Counts visits and time while somebody is signed in, on any page. Only for them the code is loaded. Used once, by the root. */
export function useUsageCounting(): void {
  const isSignedIn = useUser() !== null;
  useEffect(
    () =>
      isSignedIn
        ? startLoaded(() => import('./usage-tracker.ts').then(({ startUsage }) => startUsage))
        : undefined,
    [isSignedIn],
  );
}
