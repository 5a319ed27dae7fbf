import { useEffect } from 'react';
import { useUser } from '#web/session/session.ts';
import { startLoaded } from '#web/ui/start-loaded.ts';

/** Counts visits and time. Its code is loaded only while a person is signed in. Called once, by the root. */
export function useUsageCounting(): void {
  const person = useUser()?.id;
  useEffect(() => {
    if (!person) return;
    return startLoaded(async () => {
      const { startUsage } = await import('./usage-tracker.ts');
      return () => startUsage(person);
    });
  }, [person]);
}
