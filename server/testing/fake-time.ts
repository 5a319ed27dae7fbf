import type { SetTimer } from '#server/time.ts';

export type FakeTime = ReturnType<typeof createFakeTime>;

/** A clock that stands still until a test moves it, and timers that follow it. */
export function createFakeTime(start = '2026-01-06T06:00:00.000Z') {
  let now = Date.parse(start);
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  return {
    clock: () => new Date(now),
    setTimer: ((ms, callback) => {
      const timer = { at: now + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    }) satisfies SetTimer,
    /** Moves the clock. Each timer that becomes due runs when the clock shows its time. */
    advance: (ms: number) => {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        now = next.at;
        next.callback();
      }
      now = end;
    },
  };
}
