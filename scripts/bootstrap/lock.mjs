import { mkdirSync, rmSync, statSync, utimes } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TOUCH_EACH_MS = 1_000;
const ABANDONED_AFTER_MS = 10_000;
const LOOK_EACH_MS = 200;

/**
 * Runs `work` while no other process runs under the same lock. The lock is a folder, because only one process can make
 * it. The lock of a dead process is released after ten seconds; a living process keeps touching its lock. Rejects if
 * `work` rejects.
 *
 * @template T
 * @param {string} folder path of the lock; its parent is made
 * @param {() => Promise<T>} work
 * @param {{ onWait?: () => void }} [options] `onWait` is called once if another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(folder, work, { onWait } = {}) {
  for (let tries = 0; !take(folder); tries += 1) {
    if (tries === 0) onWait?.();
    const touched = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - touched > ABANDONED_AFTER_MS) rmSync(folder, { recursive: true, force: true });
    else await sleep(LOOK_EACH_MS);
  }
  const touching = setInterval(() => utimes(folder, new Date(), new Date(), () => {}), TOUCH_EACH_MS);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function take(folder) {
  mkdirSync(dirname(folder), { recursive: true });
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
