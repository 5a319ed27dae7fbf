import type { KnownStorage } from '#web/api/storage.ts';
import { MOST_GAP, type WindowSize } from './window-gap.ts';

const KEY = 'devtoolsGuardGap';

/** Stores the gap of an alert. False if the tab has shown an alert at about this gap (within 200 px), or without storage. */
export function noteAlert(
  storage: () => Pick<KnownStorage, 'getItem' | 'setItem'>,
  size: WindowSize,
): boolean {
  const gap = [size.outerWidth - size.innerWidth, size.outerHeight - size.innerHeight];
  const text = gap.join(' ');
  try {
    const known = storage().getItem(KEY)?.split(' ').map(Number) ?? [];
    if (gap.every((pixels, axis) => Math.abs(pixels - (known[axis] ?? Number.NaN)) <= MOST_GAP)) return false;
    storage().setItem(KEY, text);
    return storage().getItem(KEY) === text;
  } catch {
    return false;
  }
}
