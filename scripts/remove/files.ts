import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Explained } from '../bootstrap/say.mjs';

export const ROOT = join(import.meta.dirname, '../..');

/** The output of a git command that only reads. Throws `Explained` if the project is not in git. */
export function git(...args: readonly string[]): string {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });
  } catch {
    throw new Explained('This folder is not in git, or git is not installed.');
  }
}

/** Files that git tracks and that exist. */
export function trackedFiles(): readonly string[] {
  return git('ls-files', '-z')
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)));
}

export const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

export function edit(file: string, change: (text: string) => string): void {
  const before = read(file);
  const after = change(before);
  if (after !== before) writeFileSync(join(ROOT, file), after);
}

const PROSE = /^(?:content\/.*\.(?:ts|md)|docs\/(?!decisions).*\.md|deploy\/.*\.md|(?:README|AGENTS)\.md)$/;

/** Finds where texts mention a removed feature by name, with hyphens or spaces, in singular or plural. */
export function findProse(
  names: readonly string[],
): readonly { readonly file: string; readonly lines: readonly number[] }[] {
  const words = names.map((name) => name.replace(/s$/, '').replaceAll('-', '[- ]'));
  const mention = new RegExp(`\\b(?:${words.join('|')})`, 'i');
  return trackedFiles()
    .filter((file) => PROSE.test(file))
    .map((file) => {
      const text = read(file).split('\n');
      return { file, lines: text.flatMap((line, at) => (mention.test(line) ? [at + 1] : [])) };
    })
    .filter(({ lines }) => lines.length > 0);
}
