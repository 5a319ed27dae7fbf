import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FeatureData } from '#server/database/drop-feature.ts';
import { readTestIds } from '#server/testing/test-ids.ts';
import { npmIn } from '../bootstrap/install.mjs';
import { rewriteDocuments } from './documents.ts';
import { edit, ROOT } from './files.ts';
import { LISTS, type Removal, STYLES } from './plan.ts';

const MIGRATIONS = 'server/database/migrations';

/**
 * Carries out a planned removal. Returns the sentences of pages that promise something and have lost their test, and the migrations
 * that the removal wrote.
 */
export function applyRemoval(removal: Removal): {
  readonly promises: readonly string[];
  readonly migrations: readonly string[];
} {
  const ids = new Set(readTestIds(ROOT).keys());
  const emptied = [...removal.tests].flatMap(([file, text]) => (text === undefined ? [file] : []));
  const gone = [...removal.files, ...emptied];
  for (const file of gone) removeFile(file);
  for (const [file, text] of removal.tests) if (text !== undefined) edit(file, () => text);
  const names = removal.features.map(({ name }) => name);
  for (const list of LISTS) edit(list, (text) => names.reduce(withoutFeature, text));
  for (const style of STYLES)
    edit(style, (text) =>
      text.replace(/^@import ".*\/features\/([\w-]+)\/.*\n/gm, (line, name: string) =>
        names.includes(name) ? '' : line,
      ),
    );
  const migrations = names.flatMap((name) => writeMigration(name, removal.keptBy[name] ?? { tables: [] }));
  for (const file of CONFIGURATIONS) edit(file, (text) => withoutPathsOf(text, names));
  noteInPackage(names);
  const [npm, ...first] = npmIn(process.execPath);
  if (removal.packages.length > 0)
    run(npm, [...first, 'uninstall', '--package-lock-only', ...QUIETLY, ...removal.packages]);
  run(process.execPath, ['generate/check-content.ts', '--drop-old-proofs']);
  const left = readTestIds(ROOT);
  const lostIds = [...ids].filter((id) => !left.has(id));
  const promises = rewriteDocuments(removal, gone, lostIds);
  const changed = [
    ...LISTS,
    ...migrations,
    ...[...removal.tests.keys()].filter((file) => !gone.includes(file)),
    'server/database/migrate.ts',
    'content/proofs.json',
    'deploy/grafana-dashboard.json',
    'package.json',
    ...CONFIGURATIONS,
  ];
  const biome = 'node_modules/@biomejs/biome/bin/biome';
  const rules = ['correctness/noUnusedImports', 'style/useImportType', 'style/useConst'];
  const only = rules.map((rule) => `--only=${rule}`);
  run(process.execPath, [biome, 'lint', '--write', '--unsafe', ...only, ...changed]);
  run(process.execPath, [biome, 'check', '--write', '--linter-enabled=false', ...changed]);
  return { promises, migrations };
}

const QUIETLY = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Deletes a file, and the folders that are empty afterwards. */
function removeFile(file: string): void {
  rmSync(join(ROOT, file));
  for (let folder = dirname(join(ROOT, file)); readdirSync(folder).length === 0; folder = dirname(folder))
    rmdirSync(folder);
}

/** Returns a list file without its imports from a feature, and without elements that use them or have the feature's name. */
function withoutFeature(list: string, name: string): string {
  const from = new RegExp(
    `^import \\{([^}]*)\\} from '(?:#|\\./)(?:content/)?features/${name}(?:/server/feature|/web/routes|-[\\w-]+)?\\.ts';\\n`,
    'gm',
  );
  const values = [...list.matchAll(from)].flatMap(([, all = '']) =>
    all.split(',').map((value) => value.trim()),
  );
  const elements = [
    ...values.filter((value) => value !== '').map((value) => `  (?:\\.\\.\\.)?${value},\\n`),
    `  \\{ name: '${name}',.*\\},\\n`,
    `  \\{\\n    name: '${name}',\\n[\\s\\S]*?^  \\},\\n`,
  ];
  return list.replace(from, '').replace(new RegExp(`^(?:${elements.join('|')})`, 'gm'), '');
}

/** Writes the migration that deletes a feature's data; none if the feature stored nothing. */
function writeMigration(name: string, kept: FeatureData): readonly string[] {
  if (kept.tables.length === 0 && Object.keys(kept).length === 1) return [];
  const numbers = readdirSync(join(ROOT, MIGRATIONS)).map((file) => Number(file.slice(0, 4)));
  const migration = `${String(Math.max(...numbers) + 1).padStart(4, '0')}-without-${name}`;
  const file = `${MIGRATIONS}/${migration}.ts`;
  if (existsSync(join(ROOT, file))) return [];
  writeFileSync(
    join(ROOT, file),
    `import type { Kysely } from 'kysely';
import { dropFeatureData } from '../drop-feature.ts';

/** Deletes the data of the feature ${name}, which was taken out of this site. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await dropFeatureData(db, ${JSON.stringify(kept)});
}
`,
  );
  // The migration's number makes the variable's name unique, because two forks that removed the same feature may be merged.
  const value = `${migration.slice(5)}-${migration.slice(0, 4)}`.replace(/-(\w)/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
  edit('server/database/migrate.ts', (text) =>
    text
      .replace(
        /(^import \* as \w+ from '\.\/migrations\/.*\n)(?!import \* as)/m,
        `$1import * as ${value} from './migrations/${migration}.ts';\n`,
      )
      .replace(/(^export const MIGRATIONS = \{\n[^}]*)/m, `$1  '${migration}': ${value},\n`),
  );
  return [file];
}

const CONFIGURATIONS = ['tsconfig.json', 'server/tsconfig.json', 'knip.json'];

/** Returns a configuration file without the list entries that name files of these features. */
function withoutPathsOf(text: string, names: readonly string[]): string {
  const isTheirs = (value: unknown) =>
    names.some((name) => JSON.stringify(value).includes(`features/${name}/`));
  return `${JSON.stringify(
    JSON.parse(text, (_, value) =>
      Array.isArray(value) ? value.filter((element) => !isTheirs(element)) : value,
    ),
    null,
    2,
  )}\n`;
}

function noteInPackage(names: readonly string[]): void {
  edit('package.json', (text) => {
    const manifest = JSON.parse(text);
    manifest.without = [...new Set([...(manifest.without ?? []), ...names])].sort();
    return `${JSON.stringify(manifest, null, 2)}\n`;
  });
}
