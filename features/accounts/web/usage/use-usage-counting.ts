import { useEffect } from 'react';
import { useUser } from '#web/session/session.ts';
import { startLoaded } from '#web/ui/start-loaded.ts';

/** Counts visits and time. Its code is loaded only while a person is signed in. Called once, by the root. */
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
