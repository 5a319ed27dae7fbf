import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const CAN_MOUNT = process.platform === 'linux' && process.getuid?.() === 0;

/** A small file system in memory, which a test can fill. Throws without the right to mount. Call `remove` at the end. */
export function mountSmallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const remove = () => {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]);
  if (status !== 0) throw new Error(`a small disk could not be mounted: ${stderr}`);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => {
      const file = openSync(filler, 'w');
      for (const size of [64 * 1024, 4 * 1024, 512]) fillWith(file, Buffer.alloc(size, 1));
      closeSync(file);
    },
    makeRoom: () => rmSync(filler, { force: true }),
    remove,
  };
}

function fillWith(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
