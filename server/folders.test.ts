import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** The first folder of a path. For a file outside all folders, its own name. */
const folderOf = (path: string) => path.split('/')[0] ?? '';

function importsByFolder(room: string): ReadonlyMap<string, ReadonlySet<string>> {
  const imports = new Map<string, Set<string>>();
  // Dynamic imports count as well. Type imports do not count, because they load nothing at runtime.
  const anImport = new RegExp(
    String.raw`(?:^import (?!type)[^;]*?from|import\() ?'(?:#${room}/([^']+)|(\.[^']+))'`,
    'gm',
  );
  for (const path of globSync('**/*.{ts,tsx}', { cwd: join(ROOT, room) })) {
    if (/\.test\.tsx?$/.test(path) || path.split('/').includes('testing')) continue;
    const known = imports.get(folderOf(path)) ?? new Set();
    imports.set(folderOf(path), known);
    for (const [, ours, near] of readFileSync(join(ROOT, room, path), 'utf8').matchAll(anImport))
      known.add(folderOf(ours ?? join(dirname(path), near ?? '')));
    known.delete(folderOf(path));
  }
  return imports;
}

it.each(['server', 'web'])('the folders in %s/ have no circular imports', (room) => {
  const imports = importsByFolder(room);
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of imports.get(from) ?? []) if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  expect(imports.size).toBeGreaterThan(5);
  expect([...imports.keys()].filter((folder) => reached(folder).has(folder))).toEqual([]);
});
