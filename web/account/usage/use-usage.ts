import { useEffect, useSyncExternalStore } from 'react';
import { useUser } from '#web/session/session.ts';
import type { UsageStats } from './usage-stats.ts';
import { NO_USAGE } from './usage-storage.ts';
import { currentUsage, onUsageChange, startUsage } from './usage-tracker.ts';

/** The stats of this browser, live. */
export function useUsage(): UsageStats {
  return useSyncExternalStore(onUsageChange, currentUsage, () => NO_USAGE);
}

/** Counts visits and time while somebody is signed in, on any page. Used once, by the root. */
export function useUsageCounting(): void {
  const isSignedIn = useUser() !== null;
  useEffect(() => (isSignedIn ? startUsage() : undefined), [isSignedIn]);
}
