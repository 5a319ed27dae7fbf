import { countVisit, startTracking, stopTracking, type UsageStats, updateTime } from './usage-stats.ts';
import { isVisitCounted, markVisitCounted, NO_USAGE, readUsage, writeUsage } from './usage-storage.ts';

const TICK_MS = 1_000;
const TIME_LOCK = 'usage-time';
const VISIT_LOCK = 'usage-visit';
const OPEN_LOCK = 'usage-open-tab';

const listeners = new Set<() => void>();
let shown: UsageStats = NO_USAGE;
let running = false;

/**
 * Counts the visit and resumes the time tracking, once per page load. Tabs share the stored stats: one of them, the
 * holder of a Web Lock, updates the time, and a visit counts only when no other tab of the site is open. All locks
 * are let go when the page is left, so that the browser may keep it for the way back.
 */
export function startUsage(): () => void {
  const onStorage = () => {
    refresh();
    void keepTime();
  };
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) resume();
  };
  const resume = () => {
    refresh();
    void visit();
    void keepTime();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onShow);
  resume();
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onShow);
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

/** The Start/Stop Tracking button. */
export function setTracking(on: boolean): void {
  change((stats) => (on ? startTracking(stats, Date.now()) : stopTracking(stats, Date.now())));
  if (on) void keepTime();
}

/** Updates each second while tracking is on and no other tab does. */
async function keepTime(): Promise<void> {
  if (running || !shown.trackTime) return;
  running = true;
  await withLock(TIME_LOCK, async () => {
    change((stats) => updateTime(stats, Date.now()));
    await new Promise<void>((done) => {
      const timer = setInterval(() => {
        change((stats) => updateTime(stats, Date.now()));
        if (!shown.trackTime) finish();
      }, TICK_MS);
      const finish = () => {
        clearInterval(timer);
        window.removeEventListener('pagehide', finish);
        done();
      };
      window.addEventListener('pagehide', finish);
    });
  });
  running = false;
  // Started again between the last tick and now.
  if (shown.trackTime && !document.hidden) void keepTime();
}

async function visit(): Promise<void> {
  await withLock(VISIT_LOCK, async () => {
    const others = await navigator.locks?.query();
    const alone = !others?.held?.some(({ name }) => name === OPEN_LOCK);
    try {
      if (alone && !isVisitCounted(sessionStorage)) change(countVisit);
      markVisitCounted(sessionStorage);
    } catch {
      // Storage is blocked: there is nothing to count in.
    }
    holdOpenLock();
  });
}

/** Tells the other tabs, until this page is left, that the site is open. */
function holdOpenLock(): void {
  void navigator.locks?.request(OPEN_LOCK, { mode: 'shared' }, () => {
    return new Promise<void>((done) => window.addEventListener('pagehide', () => done(), { once: true }));
  });
}

/** Browsers without Web Locks go on without: the shared `lastActive` still keeps double time out. */
async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(name, work);
  else await work();
}

function change(step: (stats: UsageStats) => UsageStats): void {
  try {
    const before = readUsage(localStorage);
    const after = step(before);
    if (after !== before) writeUsage(localStorage, after);
  } catch {
    // Storage is blocked or full: the stats stay as they are.
  }
  refresh();
}

function refresh(): void {
  try {
    shown = readUsage(localStorage);
  } catch {
    shown = NO_USAGE;
  }
  for (const listener of listeners) listener();
}
