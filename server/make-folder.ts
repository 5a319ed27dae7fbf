import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder for its owner only, with those above it that are missing. Throws, in words for the operator, where none can be. Not by
 * Node's `recursive`, which never ends where a folder can be looked into but holds none of ours, as `/proc`.
 */
export function makeFolder(path: string): void {
  const folder = resolve(path);
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Another process has made it meanwhile.
    if (code === 'EEXIST') return;
    throw new Error(`The folder ${folder} cannot be made (${code}). Choose another place.`);
  }
}
