const KEY = 'devtoolsGuardAt';
const MINUTE_MS = 60_000;

/**
 * Takes the one reaction that a minute has, for all tabs of this browser. `false` when a tab took it less than a minute
 * ago, and always where storage cannot be read and written: who cannot remember must not act.
 *
 * @param now milliseconds since 1970
 */
export function takeMinute(storage: () => Storage, now: number): boolean {
  try {
    const last = Number(storage().getItem(KEY) ?? Number.NaN);
    // A time far in the future was written under a wrong clock, and would silence the guard until then.
    return Math.abs(now - last) < MINUTE_MS ? false : rememberNow(storage, now);
  } catch {
    return false;
  }
}

/** Starts the minute again. `false` when that could not be written. */
export function rememberNow(storage: () => Storage, now: number): boolean {
  try {
    storage().setItem(KEY, String(now));
    return storage().getItem(KEY) === String(now);
  } catch {
    return false;
  }
}

/**
 * Whether this page was loaded by a reload less than a minute ago. Storage that forgets with each load would otherwise
 * let the guard reload its own reload for ever.
 */
export function isFreshReload(performance: Performance): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  const isReload = navigation !== undefined && 'type' in navigation && navigation.type === 'reload';
  return isReload && performance.now() < MINUTE_MS;
}
