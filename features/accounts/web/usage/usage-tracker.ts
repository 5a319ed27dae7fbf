import { readStored, writeStored } from '#web/api/storage.ts';
import { sessionStore } from '#web/session/session.ts';
import {
  claimUsage,
  isUsageOf,
  NO_USAGE,
  readUsage,
  removeUsage,
  startTracking,
  stopTracking,
  type UsageStats,
  updateTime,
  VISIT_COUNTED,
  writeUsage,
} from './usage-stats.ts';

const TICK_MS = 1_000;
const VISIT_LOCK = 'usage-visit';
const OPEN_LOCK = 'usage-open-tab';

const listeners = new Set<() => void>();
let shown: UsageStats = NO_USAGE;
/** Aborts the counting that is running, when the page is left or the session ends. */
let counting: AbortController | undefined;

/**
 * Counts the visit and the time of a signed-in person; nothing is stored for others. A visit counts only if no other tab is open,
 * which Web Locks tell. They are released when the page is left, because a lock would keep it out of the back/forward cache.
 * @returns a function that stops counting, and the person's timer
 */
export function startUsage(person: string): () => void {
  const resume = () => {
    // A page in the back/forward cache does not know that another person has signed in.
    if (!isUsageOf(person)) return;
    counting = new AbortController();
    const { signal } = counting;
    refresh();
    visit(signal).catch(() => {});
    const timer = setInterval(tick, TICK_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
  };
  const pause = () => counting?.abort();
  const end = new AbortController();
  const options = { signal: end.signal };
  window.addEventListener('storage', refresh, options);
  window.addEventListener('pageshow', ({ persisted }) => persisted && resume(), options);
  window.addEventListener('pagehide', pause, options);
  claimUsage(person);
  resume();
  return () => {
    pause();
    end.abort();
    // If another tab has ended the session, it may be removing the stats now, and a write would bring them back.
    if (!sessionStore().get().endedElsewhere && isUsageOf(person)) setTracking(false);
    show(NO_USAGE);
  };
}

export function currentUsage(): UsageStats {
  return shown;
}

export function onUsageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function setTracking(on: boolean): void {
  change((stats) => (on ? startTracking(stats, Date.now()) : stopTracking(stats, Date.now())));
}

export function forgetUsage(): void {
  counting?.abort();
  removeUsage();
  refresh();
}

function tick(): void {
  if (shown.trackTime) change((stats) => updateTime(stats, Date.now()));
}

/** Counts nothing in a browser without Web Locks: browsers have them only on https and on the machine itself. */
async function visit(signal: AbortSignal): Promise<void> {
  await navigator.locks?.request(VISIT_LOCK, async () => {
    if (signal.aborted) return;
    const { held = [] } = await navigator.locks.query();
    const alone = !held.some(({ name }) => name === OPEN_LOCK);
    if (alone && readStored(VISIT_COUNTED, 'sessionStorage') === null)
      change((stats) => ({ ...stats, totalVisits: stats.totalVisits + 1 }));
    writeStored(VISIT_COUNTED, 'true', 'sessionStorage');
    await holdOpenLock(signal);
  });
}

/** Resolves once this tab holds a shared lock, which tells other tabs that the site is already open. */
function holdOpenLock(signal: AbortSignal): Promise<void> {
  return new Promise((held) => {
    const untilEnd = () => {
      held();
      return new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
    };
    navigator.locks.request(OPEN_LOCK, { mode: 'shared', signal }, untilEnd).catch(() => held());
  });
}

function change(step: (stats: UsageStats) => UsageStats): void {
  const before = readUsage();
  const after = step(before);
  if (after !== before) writeUsage(after);
  refresh();
}

function refresh(): void {
  show(readUsage());
}

function show(stats: UsageStats): void {
  shown = stats;
  for (const listener of listeners) listener();
}
