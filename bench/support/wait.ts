import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EACH_MS = 20;

/**
 * Polls until a condition holds and returns the milliseconds that it took. Rejects after `withinMs` with the name of what was
 * awaited. A poll that throws counts as "not yet".
 */
export async function waitFor(
  what: string,
  withinMs: number,
  holds: () => boolean | Promise<boolean>,
): Promise<number> {
  const from = performance.now();
  for (;;) {
    const yes = await Promise.resolve()
      .then(holds)
      .catch(() => false);
    const passed = performance.now() - from;
    if (yes) return passed;
    if (passed > withinMs) throw new Error(`${what}: not within ${withinMs / 1_000} s`);
    await pause(LOOK_EACH_MS);
  }
}
