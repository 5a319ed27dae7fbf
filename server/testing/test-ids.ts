import { globSync, readFileSync } from 'node:fs';

const TEST_FILES =
  '{bench,content,contract,deploy,docs,e2e,features,generate,pages,scripts,server,web}/**/*.{test,spec}.{ts,tsx}';
const ID = /['`]\[([PVA][\d.-]+)\] /g;

/**
 * Documents refer to tests by id (`[P-017] …`), so that titles can be rewritten.
 * @param root the root of the repository, an absolute path
 */
export function readTestIds(root: string): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const path of globSync(TEST_FILES, { cwd: root }).sort())
    for (const [, id = ''] of readFileSync(`${root}/${path}`, 'utf8').matchAll(ID))
      ids.set(id, [...(ids.get(id) ?? []), path]);
  return ids;
}

/** The ids of tests that a text mentions in code quotes or in double quotes. */
export function testIdsIn(text: string): readonly string[] {
  return [...text.matchAll(/[`"]([PVA][\d.-]+)[`"]/g)].map(([, id = '']) => id);
}
