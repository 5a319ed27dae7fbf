import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const CONTENT = join(import.meta.dirname, '..', '..', 'content');

/** Exports of every content file, by path. */
export async function readContent(): Promise<Record<string, unknown>> {
  const names = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort();
  const files = names.map(
    async (name) =>
      [`content/${name}`, { ...(await import(pathToFileURL(join(CONTENT, name)).href)) }] as const,
  );
  return Object.fromEntries(await Promise.all(files));
}
