import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder that is removed when the test has finished. */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A `PATH` with which `pg_restore` is this shell script, except for its version. In the script, `pg_restore` is the real program. */
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
