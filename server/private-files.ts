import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { stoppable } from './stop-signals.ts';

/**
 * Writes a file atomically, readable by its owner only. Throws and leaves no file if it cannot be written, if a signal stops it, or if
 * it exists and `replace` is not set.
 * @param fill writes the content to the temporary file, or lets another program write to its path
 * @returns the result of `fill`
 */
export async function writePrivateFile<T>(
  name: string,
  fill: (file: FileHandle, path: string, stopped: AbortSignal) => Promise<T>,
  { replace = false } = {},
): Promise<T> {
  if (!replace && existsSync(name)) throw existsAlready(name);
  return stoppable(async (stopped) => {
    const path = `${name}.${randomUUID()}.part`;
    const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new Error(
        `The folder ${dirname(name)} does not exist. Create it first, or choose another place.`,
      );
    });
    try {
      const result = await fill(file, path, stopped);
      await file.sync();
      stopped.throwIfAborted();
      await (replace ? rename(path, name) : linkNew(path, name));
      await syncToDisk(dirname(name));
      return result;
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
  });
}

/** Flushes a file or a folder to disk. The name of a new file survives a power cut only after its folder was flushed. */
export async function syncToDisk(path: string): Promise<void> {
  // Does nothing on Windows, which cannot open folders, and does not flush a file that was opened for reading.
  if (process.platform === 'win32') return;
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function linkNew(path: string, name: string): Promise<void> {
  await link(path, name).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' || existsSync(name)) throw existsAlready(name);
    // Renames the file on file systems that have no hard links.
    await rename(path, name);
  });
}

function existsAlready(name: string): Error {
  return new Error(`${name} exists already. Choose another name.`);
}

/**
 * Makes a folder and its parents, by default readable by their owner only. Throws an error for the operator. Node’s `recursive` is
 * not used, because it never ends in folders such as `/proc`.
 */
export function makeFolder(path: string, mode = 0o700): void {
  const folder = resolve(path);
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Another process has created the folder in the meantime.
    if (code === 'EEXIST') return;
    throw new Error(`The folder ${folder} cannot be created (${code}). Choose another place.`);
  }
}
