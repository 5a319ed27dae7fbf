const FIRST_MS = 5_000;
/** No mail waits longer than this for its next try (milliseconds). */
export const LONGEST_MS = 3_600_000;

/**
 * Milliseconds to wait after a failed try: 5 s, doubling to 1 h, less up to a quarter, so that mails that failed
 * together spread.
 *
 * @param attempts tries made so far, at least 1
 * @param random from 0 up to 1
 */
export function backOff(attempts: number, random: number): number {
  // 2 ** 10 is past the cap already; the bound keeps the power finite.
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 20));
  return Math.round(full * (1 - random / 4));
}
