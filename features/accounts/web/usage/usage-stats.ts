import type { StorageKey } from '#content/browser-register.ts';
import type { KnownStorage } from '#web/api/storage.ts';

/** This browser's usage stats (docs/product.md, "Usage stats"), in ms; `lastActive`: a Unix time, null while not counting. */
export type UsageStats = {
  readonly totalTimeSpent: number;
  readonly lastActive: number | null;
  readonly trackTime: boolean;
  readonly totalVisits: number;
};

export const NO_USAGE: UsageStats = { totalTimeSpent: 0, lastActive: null, trackTime: false, totalVisits: 0 };

/** The longest gap between updates that counts as time spent: hidden tabs update once a minute, sleeping or closed ones never. */
const LONGEST_GAP_MS = 90_000;

/** Start Tracking: time is counted from now on. */
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

/** Adds the time since the last update, and stops counting. */
export function stopTracking(stats: UsageStats, now: number): UsageStats {
  return { ...updateTime(stats, now), trackTime: false, lastActive: null };
}

/** Adds one visit. The caller checks that this is a new browser session. */
export function countVisit(stats: UsageStats): UsageStats {
  return { ...stats, totalVisits: stats.totalVisits + 1 };
}

/** Formats milliseconds: `5_400_000` → `1h 30m`. */
export function timeSpentText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** Keys in `localStorage`, which all tabs share, and the key of the flag that marks one browser session. */
const KEYS = {
  timeSpent: 'timeSpent',
  totalTimeSpent: 'totalTimeSpent',
  lastActive: 'lastActive',
  trackTime: 'trackTime',
  totalVisits: 'totalVisits',
} as const;
const VISIT_COUNTED = 'visitCounted';

/** Reads the stats; missing and invalid values count as zero. */
export function readUsage(storage: KnownStorage): UsageStats {
  return {
    totalTimeSpent: countIn(storage, KEYS.totalTimeSpent) ?? 0,
    lastActive: countIn(storage, KEYS.lastActive),
    trackTime: storage.getItem(KEYS.trackTime) === 'true',
    totalVisits: countIn(storage, KEYS.totalVisits) ?? 0,
  };
}

export function writeUsage(storage: KnownStorage, stats: UsageStats): void {
  storage.setItem(KEYS.totalTimeSpent, String(stats.totalTimeSpent));
  storage.setItem(KEYS.timeSpent, timeSpentText(stats.totalTimeSpent));
  storage.setItem(KEYS.trackTime, String(stats.trackTime));
  storage.setItem(KEYS.totalVisits, String(stats.totalVisits));
  if (stats.lastActive === null) storage.removeItem(KEYS.lastActive);
  else storage.setItem(KEYS.lastActive, String(stats.lastActive));
}

/** Removes the stats after an account was deleted. */
export function removeUsage(storage: KnownStorage): void {
  for (const key of Object.values(KEYS)) storage.removeItem(key);
}

export function isVisitCounted(session: KnownStorage): boolean {
  return session.getItem(VISIT_COUNTED) === 'true';
}

export function markVisitCounted(session: KnownStorage): void {
  session.setItem(VISIT_COUNTED, 'true');
}

function countIn(storage: KnownStorage, key: StorageKey): number | null {
  const value = Number(storage.getItem(key) ?? Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
