import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
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
 * @param {{ onWait?: () => void, abandonedAfterMs?: number }} [options] `onWait` is called once when another holds it
 * @returns {Promise<T>}
 */
export async function withLock(folder, work, { onWait, abandonedAfterMs = ABANDONED_AFTER_MS } = {}) {
  const token = `${process.pid}-${Math.random().toString(36).slice(2)}`;
  let told = false;
  while (!take(folder, token)) {
    if (!told) onWait?.();
    told = true;
    if (ageOf(folder) > abandonedAfterMs) discard(folder, token, abandonedAfterMs);
    else await sleep(LOOK_EACH_MS);
  }
  const touching = setInterval(() => touch(folder), TOUCH_EACH_MS);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    if (isHeldBy(folder, token)) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {string} token
 */
function take(folder, token) {
  mkdirSync(dirname(folder), { recursive: true });
  // A folder that is ready with its owner's name is moved into place in one step; moving onto a filled one fails.
  const ready = `${folder}.${token}`;
  mkdirSync(ready, { recursive: true });
  writeFileSync(`${ready}/owner`, token);
  try {
    renameSync(ready, folder);
    return true;
  } catch {
    rmSync(ready, { recursive: true, force: true });
    return false;
  }
}

/**
 * Moves a lock out of the way that nobody touches any more. Two may try at once: whoever moved a fresh one by
 * mistake puts it back.
 *
 * @param {string} folder
 * @param {string} token
 * @param {number} abandonedAfterMs
 */
function discard(folder, token, abandonedAfterMs) {
  const aside = `${folder}.abandoned-${token}`;
  try {
    renameSync(folder, aside);
    if (ageOf(aside) > abandonedAfterMs) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, folder);
  } catch {
    // Another was faster.
  }
}

/** @param {string} folder */
function touch(folder) {
  try {
    utimesSync(`${folder}/owner`, new Date(), new Date());
  } catch {
    // Lost it (the machine slept, and another took over): the work goes on, there is nothing better to do.
  }
}

/**
 * @param {string} folder
 * @returns {number} milliseconds since the holder's last sign of life; 0 when it is gone
 */
function ageOf(folder) {
  try {
    return Date.now() - statSync(`${folder}/owner`).mtimeMs;
  } catch {
    return 0;
  }
}

/**
 * @param {string} folder
 * @param {string} token
 */
function isHeldBy(folder, token) {
  try {
    return readFileSync(`${folder}/owner`, 'utf8') === token;
  } catch {
    return false;
  }
}
