import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FEATURES } from '#server/features.ts';

const ROOT = join(import.meta.dirname, '../..');
// Only contracts of installed features: the contract file of a removed feature may still exist, because others import it.
const FILES = [
  'contract/paths.ts',
  ...globSync(`features/{${FEATURES.map(({ name }) => name).join(',')}}/{contract,*-contract}.ts`, {
    cwd: ROOT,
  }),
];
const MODULES: readonly Record<string, unknown>[] = await Promise.all(
  FILES.map((file) => import(pathToFileURL(join(ROOT, file)).href)),
);

/** Every URL path in the contracts of the core and the features, with parameters such as `:id` not filled in. */
export const ALL_PATHS: readonly string[] = MODULES.flatMap((module) => Object.values(module))
  .flatMap((group): readonly unknown[] => (typeof group === 'string' ? [group] : Object.values(group ?? {})))
  .filter((path) => typeof path === 'string')
  .filter((path) => /^\/[a-z.]/.test(path));
