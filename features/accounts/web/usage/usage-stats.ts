/** The local stats (docs/product.md, "Usage stats"). Times in milliseconds; `lastActive` is a Unix time, null while nothing is counted. */
export type UsageStats = {
  readonly totalTimeSpent: number;
  readonly lastActive: number | null;
  readonly trackTime: boolean;
  readonly totalVisits: number;
};

/**
 * The longest gap between two updates that still counts as time spent. Updates come each second, but browsers slow
 * hidden tabs down to one a minute; a longer gap means that the computer slept or the page was closed.
 */
const LONGEST_GAP_MS = 90_000;

/** Start Tracking: from now on time counts. */
export function startTracking(stats: UsageStats, now: number): UsageStats {
  return { ...stats, trackTime: true, lastActive: now };
}

/** Adds the time since the last update of any tab. Changes nothing while tracking is off. */
export function updateTime(stats: UsageStats, now: number): UsageStats {
  if (!stats.trackTime) return stats;
  const gap = now - (stats.lastActive ?? now);
  const counted = gap > 0 && gap <= LONGEST_GAP_MS ? gap : 0;
  return { ...stats, totalTimeSpent: stats.totalTimeSpent + counted, lastActive: now };
}

/** Stop Tracking: a last update, then time no longer counts. */
export function stopTracking(stats: UsageStats, now: number): UsageStats {
  return { ...updateTime(stats, now), trackTime: false, lastActive: null };
}

/** Adds one visit. The caller checks that the browser session is new. */
export function countVisit(stats: UsageStats): UsageStats {
  return { ...stats, totalVisits: stats.totalVisits + 1 };
}

/** `5_400_000` → `1h 30m`. */
export function timeSpentText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
