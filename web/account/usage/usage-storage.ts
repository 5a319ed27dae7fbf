import { timeSpentText, type UsageStats } from './usage-stats.ts';

/** The keys of spec §3 in `localStorage`, shared by all tabs, and the flag of one browser session. */
const KEYS = {
  timeSpent: 'timeSpent',
  totalTimeSpent: 'totalTimeSpent',
  lastActive: 'lastActive',
  trackTime: 'trackTime',
  totalVisits: 'totalVisits',
} as const;
const VISIT_COUNTED = 'visitCounted';

export const NO_USAGE: UsageStats = { totalTimeSpent: 0, lastActive: null, trackTime: false, totalVisits: 0 };

/** What is stored; whatever is missing or unreadable counts as nothing. */
export function readUsage(storage: Storage): UsageStats {
  return {
    totalTimeSpent: countIn(storage, KEYS.totalTimeSpent) ?? 0,
    lastActive: countIn(storage, KEYS.lastActive),
    trackTime: storage.getItem(KEYS.trackTime) === 'true',
    totalVisits: countIn(storage, KEYS.totalVisits) ?? 0,
  };
}

export function writeUsage(storage: Storage, stats: UsageStats): void {
  storage.setItem(KEYS.totalTimeSpent, String(stats.totalTimeSpent));
  storage.setItem(KEYS.timeSpent, timeSpentText(stats.totalTimeSpent));
  storage.setItem(KEYS.trackTime, String(stats.trackTime));
  storage.setItem(KEYS.totalVisits, String(stats.totalVisits));
  if (stats.lastActive === null) storage.removeItem(KEYS.lastActive);
  else storage.setItem(KEYS.lastActive, String(stats.lastActive));
}

export function isVisitCounted(session: Storage): boolean {
  return session.getItem(VISIT_COUNTED) === 'true';
}

export function markVisitCounted(session: Storage): void {
  session.setItem(VISIT_COUNTED, 'true');
}

function countIn(storage: Storage, key: string): number | null {
  const value = Number(storage.getItem(key) ?? Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
