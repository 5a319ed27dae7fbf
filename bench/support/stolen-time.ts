import { existsSync, readFileSync } from 'node:fs';

/**
 * Starts to count how much of its processors' time this machine wanted and did not get, as its host gave it to others.
 * The function it answers tells the share since then, 0 to 1; NaN where the system does not say. Ratios bear some of it;
 * what happens once (a start, a page's load) does not.
 */
export function countStolenTime(): () => number {
  const before = times();
  return () => {
    const [wanted, stolen] = times().map((now, i) => now - (before[i] ?? Number.NaN));
    return wanted === undefined || stolen === undefined ? Number.NaN : stolen / (wanted + stolen);
  };
}

/** Used and stolen, of all processors, in ticks (proc_stat(5)). */
function times(): number[] {
  if (!existsSync('/proc/stat')) return [];
  const [, ...ticks] = (readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '').split(/\s+/).map(Number);
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = Number.NaN] = ticks;
  return [user + nice + system + irq + softIrq, stolen];
}
