import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COOKIES, STORAGE_KEYS } from '#content/browser-register.ts';
import { LOG, RETENTION, TABLES } from '#content/data-register.ts';
import { MAILED } from '#content/mailed.ts';
import { isForSearch } from './database/search.ts';
import { tablesOf } from './database/tables.ts';
import { FEATURES } from './features.ts';
import { cookieNames } from './http/cookies.ts';
import { createTestOperator } from './testing/operators.ts';
import { openTestApp } from './testing/test-app.ts';
import { openTestDatabase } from './testing/test-database.ts';

const ROOT = join(import.meta.dirname, '..');

/** Finds all matches of a pattern in the code of the server or of the pages. Returns each match with its file. */
function usesIn(side: 'server' | '{web,pages}', pattern: RegExp) {
  const files = globSync(`{,features/*/}${side}/**/*.{ts,tsx}`, { cwd: ROOT });
  const ofSite = files.filter((file) => !/\.test\.|\/testing\//.test(file));
  return ofSite.flatMap((file) => {
    const uses = readFileSync(join(ROOT, file), 'utf8').matchAll(pattern);
    return [...uses].map(([use, fields = '']) => ({ file, use, fields }));
  });
}

describe('the data register, a list of all stored data,', () => {
  test('[P-001] names every column of every table of the migrated database', async () => {
    const { db } = await openTestDatabase();
    const tables = await db.introspection.getTables();
    const found = new Map<string, readonly string[]>();
    for (const { name, columns } of tables) {
      if (name.startsWith('kysely_') || isForSearch(name)) continue;
      const names = columns.map((column) => column.name);
      found.set(name, names.filter((column) => !isForSearch(column)).sort());
    }
    const named = new Map<string, readonly string[]>();
    for (const [name, { shown, withheld }] of Object.entries(tablesOf(FEATURES)))
      named.set(name, [...shown, ...withheld].sort());
    expect(named).toEqual(found);
    expect([...named.keys()].sort()).toEqual(Object.keys(TABLES).sort());
  });

  test('describes every table from which a retention rule removes rows', () => {
    for (const { table } of Object.values(RETENTION)) expect(TABLES).toHaveProperty(table);
  });

  test('[P-172] names a way of deletion for each table of personal data: by age, or with the account or the message', () => {
    const byRule = new Set<string>(Object.values(RETENTION).map(({ table }) => table));
    const endsWith = (name: string) => {
      const { shown = [], withheld = [] } = tablesOf(FEATURES)[name] ?? {};
      return [...shown, ...withheld].some((column) => /^(?:user|submission|entry)_id$/.test(column));
    };
    const endless = Object.entries(TABLES).filter(
      ([name, { isPersonal }]) => isPersonal && !byRule.has(name) && !endsWith(name),
    );
    // These two tables need no retention period: people delete their own rows in `users`, and each row of `analytics_salts` is
    // deleted at the end of its day.
    expect(endless.map(([name]) => name)).toEqual(['users', 'analytics_salts']);
  });

  test('[P-135] names every cookie that the server sets', () => {
    expect(Object.values(cookieNames('http://localhost')).sort()).toEqual(Object.keys(COOKIES).sort());
    const setElsewhere = /\.setCookie\(\s*(?!cookies\.)[^,]*,|set-cookie['"],/g;
    expect(usesIn('server', setElsewhere)).toEqual([]);
  });

  test('[P-141] names every browser storage key, because pages use storage only through one list of keys', () => {
    const untyped = /\b(?:local|session)Storage\??\.\w+|: (?:Pick<)?Storage\b|document\.cookie|indexedDB/g;
    expect(usesIn('{web,pages}', untyped)).toEqual([]);
  });

  test('names every field that server code writes to the log', () => {
    const logging = /\blog\??\.(?:fatal|error|warn|info|debug)\(\s*\{([^{}]*(?:\{[^{}]*\})?[^{}]*)\}/g;
    const known = LOG.fields.split(' ');
    const uses = usesIn('server', logging);
    expect(uses.length).toBeGreaterThan(30);
    const unknown = ({ fields }: { fields: string }) => namesIn(fields).some((name) => !known.includes(name));
    expect(uses.filter(unknown)).toEqual([]);
  });
});

/** The property names of an object literal. Spread objects are found at their own definitions. */
const namesIn = (literal: string): readonly string[] =>
  literal
    .replace(/\{[^{}]*\}|\([^()]*\)/g, '')
    .split(',')
    .map((property) => property.trim().split(':')[0] ?? '')
    .filter((name) => name !== '' && !name.startsWith('...'));

test('“operator data-register” prints a row for each table, mail, cookie and storage key, and for logs and backups', async () => {
  const { code, out } = await createTestOperator(await openTestApp()).run('data-register');
  expect(code).toBe(0);
  const names = out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(',')[1]);
  const listed = [TABLES, MAILED, COOKIES, STORAGE_KEYS].flatMap((each) => Object.keys(each));
  expect(names.sort()).toEqual(['name', 'standard output', 'refused callers', 'backup', ...listed].sort());
});
