import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { compressAssets } from './after-build.ts';

it('the build writes .br and .gz files beside text files, and none beside files that are already compressed', () => {
  const folder = makeTemporaryFolder();
  const script = 'export const words = "again and again";\n'.repeat(50);
  writeFileSync(join(folder, 'app-12345678.js'), script);
  writeFileSync(join(folder, 'inter-12345678.woff2'), 'a font');

  compressAssets(folder);

  const read = (name: string) => readFileSync(join(folder, name));
  expect(readdirSync(folder).sort()).toEqual([
    'app-12345678.js',
    'app-12345678.js.br',
    'app-12345678.js.gz',
    'inter-12345678.woff2',
  ]);
  expect(`${brotliDecompressSync(read('app-12345678.js.br'))}`).toBe(script);
  expect(`${gunzipSync(read('app-12345678.js.gz'))}`).toBe(script);
});
