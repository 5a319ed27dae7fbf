const MATCHED_FOR = 1_000;

let offset = 0;
let matchedUntil = Number.NEGATIVE_INFINITY;

/**
 * The system's time, in milliseconds since 1970, at a moment that `performance.now()` told. Each request has asked for
 * that one already, and `Date.now()` takes three times as long. Follows the system's clock within a second.
 */
export function wallTime(at: number): number {
  if (at >= matchedUntil) {
    offset = Date.now() - performance.now();
    matchedUntil = at + MATCHED_FOR;
  }
  return Math.floor(at + offset);
}
