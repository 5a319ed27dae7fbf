import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** Files that git tracks and that exist. */
export function trackedFiles(): readonly string[] {
  return execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)));
}

export const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

export function edit(file: string, change: (text: string) => string): void {
  const before = read(file);
  const after = change(before);
  if (after !== before) writeFileSync(join(ROOT, file), after);
}

export function linesOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
}
