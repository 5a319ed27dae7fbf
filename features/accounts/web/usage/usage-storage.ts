import type { StorageKey } from '#content/browser-register.ts';
import type { KnownStorage } from '#web/api/storage.ts';
import { timeSpentText, type UsageStats } from './usage-stats.ts';

/** Keys in `localStorage`, shared by all tabs, and the flag of one browser session. */
const KEYS = {
  timeSpent: 'timeSpent',
  totalTimeSpent: 'totalTimeSpent',
  lastActive: 'lastActive',
  trackTime: 'trackTime',
  totalVisits: 'totalVisits',
} as const;
const VISIT_COUNTED = 'visitCounted';

export const NO_USAGE: UsageStats = { totalTimeSpent: 0, lastActive: null, trackTime: false, totalVisits: 0 };

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
