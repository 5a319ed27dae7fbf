import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const SERVER = import.meta.dirname;
/** A file beside the folders counts as a folder of its own. */
const folderOf = (path: string) => path.split('/')[0] ?? '';

function importsByFolder(): ReadonlyMap<string, ReadonlySet<string>> {
  const imports = new Map<string, Set<string>>();
  for (const path of globSync('**/*.ts', { cwd: SERVER })) {
    if (path.endsWith('.test.ts') || folderOf(path) === 'testing') continue;
    const known = imports.get(folderOf(path)) ?? new Set();
    imports.set(folderOf(path), known);
    for (const [, ours, near] of readFileSync(join(SERVER, path), 'utf8').matchAll(
      /from '(?:#server\/([^']+)|(\.[^']+))'/g,
    ))
      known.add(folderOf(ours ?? join(dirname(path), near ?? '')));
    known.delete(folderOf(path));
  }
  return imports;
}

it('no folder of the server imports one that imports it, through however many others', () => {
  const imports = importsByFolder();
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of imports.get(from) ?? []) if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  expect([...imports.keys()].filter((folder) => reached(folder).has(folder))).toEqual([]);
});
