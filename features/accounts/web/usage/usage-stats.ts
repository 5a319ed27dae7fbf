import type { StorageKey } from '#content/browser-register.ts';
import { readStored, writeStored } from '#web/api/storage.ts';

/**
 * The visits and the time of the signed-in person, counted in this browser (docs/product.md, "Usage stats"). Times are in
 * milliseconds. `lastActive` is the time of the last update, and null while time is not counted.
 */
export type UsageStats = {
  readonly totalTimeSpent: number;
  readonly lastActive: number | null;
  readonly trackTime: boolean;
  readonly totalVisits: number;
};

export const NO_USAGE: UsageStats = { totalTimeSpent: 0, lastActive: null, trackTime: false, totalVisits: 0 };

/**
 * The longest time between two updates that counts as time spent. After a longer time, all tabs were asleep or closed, because even
 * hidden tabs update once a minute.
 */
const LONGEST_GAP_MS = 90_000;

export function startTracking(stats: UsageStats, now: number): UsageStats {
  return { ...stats, trackTime: true, lastActive: now };
}

/** Adds the time since the last update of any tab, if tracking is on. */
export function updateTime(stats: UsageStats, now: number): UsageStats {
  if (!stats.trackTime) return stats;
  const gap = now - (stats.lastActive ?? now);
  const counted = gap > 0 && gap <= LONGEST_GAP_MS ? gap : 0;
  return { ...stats, totalTimeSpent: stats.totalTimeSpent + counted, lastActive: now };
}

export function stopTracking(stats: UsageStats, now: number): UsageStats {
  return { ...updateTime(stats, now), trackTime: false, lastActive: null };
}

/** Formats milliseconds: `5_400_000` → `1h 30m`. */
export function timeSpentText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** All tabs share these keys of `localStorage`. `usageOf` is the id of the person whose stats they are. */
const KEYS = ['usageOf', 'timeSpent', 'totalTimeSpent', 'lastActive', 'trackTime', 'totalVisits'] as const;
/** The key of `sessionStorage` that says that the visit of this tab is counted. */
export const VISIT_COUNTED = 'visitCounted';

export function isUsageOf(person: string): boolean {
  return readStored('usageOf') === person;
}

/** Removes the stats of another person who was signed in here before. Stats of older versions name nobody, and are kept. */
export function claimUsage(person: string): void {
  if (isUsageOf(person)) return;
  if (readStored('usageOf') !== null) removeUsage();
  writeStored('usageOf', person);
}

/** Reads the stored stats. Missing and invalid values count as zero. */
export function readUsage(): UsageStats {
  return {
    totalTimeSpent: countIn('totalTimeSpent') ?? 0,
    lastActive: countIn('lastActive'),
    trackTime: readStored('trackTime') === 'true',
    totalVisits: countIn('totalVisits') ?? 0,
  };
}

/** Stores the stats. If storage is blocked or full, nothing is counted. */
export function writeUsage({ totalTimeSpent, lastActive, trackTime, totalVisits }: UsageStats): void {
  writeStored('totalTimeSpent', String(totalTimeSpent));
  writeStored('timeSpent', timeSpentText(totalTimeSpent));
  writeStored('trackTime', String(trackTime));
  writeStored('totalVisits', String(totalVisits));
  writeStored('lastActive', lastActive === null ? null : String(lastActive));
}

export function removeUsage(): void {
  for (const key of KEYS) writeStored(key, null);
  writeStored(VISIT_COUNTED, null, 'sessionStorage');
}

function countIn(key: StorageKey): number | null {
  const value = Number(readStored(key) ?? Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
