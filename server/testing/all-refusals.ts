import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Refusal } from '#contract/errors.ts';
import { FEATURES } from '#server/features.ts';

const ROOT = join(import.meta.dirname, '../..');
const NAMES = FEATURES.map(({ name }) => name).join(',');
const FILES = globSync(`{contract/errors,features/{${NAMES}}/refusals}.ts`, { cwd: ROOT });
const MODULES = await Promise.all(FILES.map((file) => import(pathToFileURL(join(ROOT, file)).href)));

/** All refusals that the core and the features define. */
export const ALL_REFUSALS: readonly Refusal[] = MODULES.flatMap((module) =>
  Object.values<unknown>(module).filter(isRefusal),
);

function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'code' in value && 'status' in value;
}
