import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder that is removed when the test has finished. */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/**
 * Returns a `PATH` with which `pg_restore` runs this shell script, except with `--version`. In the script, `pg_restore` is the
 * real program.
 */
export function pathWithPgRestore(script: string): string {
  const programs = makeTemporaryFolder();
  const { PATH = '' } = process.env;
  const program = `#!/bin/sh
PATH='${PATH}'
if [ "$1" = --version ]; then exec pg_restore --version; fi
${script}
`;
  writeFileSync(join(programs, 'pg_restore'), program, { mode: 0o755 });
  return `${programs}:${PATH}`;
}

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
