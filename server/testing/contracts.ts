import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Refusal } from '#contract/errors.ts';
import { FEATURES } from '#server/features.ts';

const ROOT = join(import.meta.dirname, '../..');
// Only contracts of present features count. The contract of a removed feature may still exist, because other features import
// it.
const NAMES = FEATURES.map(({ name }) => name).join(',');

async function exportsOf(pattern: string): Promise<readonly unknown[]> {
  const files = globSync(pattern, { cwd: ROOT });
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(ROOT, file)).href)));
  return modules.flatMap((module: object): readonly unknown[] => Object.values(module));
}

/** Every path in the contracts of the core and the features. Parameters such as `:id` are not filled in. */
export const ALL_PATHS: readonly string[] = (
  await exportsOf(`{contract/paths,features/{${NAMES}}/{contract,*-contract}}.ts`)
)
  .flatMap((group): readonly unknown[] => (typeof group === 'string' ? [group] : Object.values(group ?? {})))
  .filter((path) => typeof path === 'string')
  .filter((path) => /^\/[a-z.]/.test(path));

export const ALL_REFUSALS: readonly Refusal[] = (
  await exportsOf(`{contract/errors,features/{${NAMES}}/{refusals,contract}}.ts`)
).filter(
  (value): value is Refusal =>
    typeof value === 'object' && value !== null && 'code' in value && 'status' in value,
);
