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

/** Pseudo-random numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The seed is the same in each run, so that no test fails by chance. TEST_SEED sets another seed. */
export const testSeed = () => Number(process.env.TEST_SEED ?? 20261122);
