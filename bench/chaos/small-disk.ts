import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type SmallDisk = {
  readonly folder: string;
  /** Takes all the room that is left. */
  readonly fill: () => void;
  readonly makeRoom: () => void;
  readonly remove: () => Promise<void>;
};

const run = promisify(execFile);
const BYTES = 24 * 1024 * 1024;

/** A file system in memory of its own, that can be full. Needs the right to mount. */
export async function mountSmallDisk(): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${BYTES}`, 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => {
      const file = openSync(filler, 'w');
      try {
        for (const size of [64 * 1024, 4 * 1024, 512]) fillWith(file, Buffer.alloc(size, 1));
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    remove: async () => {
      await run('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function fillWith(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
