import { useSyncExternalStore } from 'react';
import type { UsageStats } from './usage-stats.ts';
import { NO_USAGE } from './usage-storage.ts';
import { currentUsage, onUsageChange } from './usage-tracker.ts';

/** The stats of this browser, live. */
export function useUsage(): UsageStats {
  return useSyncExternalStore(onUsageChange, currentUsage, () => NO_USAGE);
}
