import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = globSync('{content,contract,features,generate,pages,server,web}/**/*.{ts,tsx}', {
  cwd: ROOT,
}).filter((path) => !/\.test\.tsx?$/.test(path));

test('no source file sets a language or locale other than the configured one', () => {
  const another =
    /\blang=\\?["']?en|\b(?:Intl\.(?!supportedValuesOf)\w+|toLocale\w*)\((?!SITE_LANGUAGE\b|\))|\btoLocale\w*\(\)/;
  const found = SOURCES.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (another.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
