import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the files that git knows or would take, with the packages of this folder. Whoever asks removes it. */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'fork-'));
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
  // A file that was removed and not committed is still listed.
  for (const file of files) if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(copy, file));
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}
