import { mkdirSync, rmSync, statSync, utimes } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TOUCH_EACH_MS = 1_000;
const ABANDONED_AFTER_MS = 10_000;
const LOOK_EACH_MS = 200;

/**
 * Runs `work` while no other process does so under the same lock. A holder that died is noticed after ten seconds,
 * because a living one keeps touching the lock. Fails as `work` fails.
 *
 * @template T
 * @param {string} folder path of the lock; its parent is made
 * @param {() => Promise<T>} work
 * @param {{ onWait?: () => void }} [options] `onWait` is called once when another holds it
 * @returns {Promise<T>}
 */
export async function withLock(folder, work, { onWait } = {}) {
  let told = false;
  while (!take(folder)) {
    if (!told) onWait?.();
    told = true;
    if (ageOf(folder) > ABANDONED_AFTER_MS) rmSync(folder, { recursive: true, force: true });
    else await sleep(LOOK_EACH_MS);
  }
  const touch = () => utimes(folder, new Date(), new Date(), () => {});
  const touching = setInterval(touch, TOUCH_EACH_MS);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Making a folder fails for all but one.
 *
 * @param {string} folder
 */
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

/**
 * @param {string} folder
 * @returns {number} milliseconds since the holder's last sign of life; 0 when it is gone
 */
function ageOf(folder) {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found === undefined ? 0 : Date.now() - found.mtimeMs;
}
