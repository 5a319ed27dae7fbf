import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OPTIONAL_FEATURES } from '../scripts/remove/plan.ts';
import { CHECKS, check, copyProject } from './support/copy-project.ts';
import { table } from './support/figures.ts';

const ROOT = join(import.meta.dirname, '..');
/** Files not counted: tests, code that only tests use, benchmarks, and migrations, which stay when a feature is removed. */
const APART = /\.(?:test|spec)\.tsx?$|\/testing\/|^(?:e2e|bench)\/|\/migrations\/|\/migrate\.ts$/;

/** The tracked files outside a feature’s own folders that import or name the feature. Browser files are listed separately. */
function filesNaming(name: string): {
  readonly others: readonly string[];
  readonly browser: readonly string[];
} {
  const listed = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx'], { cwd: ROOT, encoding: 'utf8' });
  const own = new RegExp(`^(?:features/${name}/|content/features/${name}[-.])`);
  const naming = listed
    .split('\0')
    .filter((file) => file !== '' && !own.test(file) && !APART.test(file))
    .filter((file) => isNamedIn(readFileSync(join(ROOT, file), 'utf8'), name, file.startsWith('content/')));
  return {
    others: naming.filter((file) => !file.startsWith('web/')),
    browser: naming.filter((file) => file.startsWith('web/')),
  };
}

/** A name that is also an ordinary word, like `console`, counts only in an import or in quotes. */
function isNamedIn(text: string, name: string, isContent: boolean): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '');
  if (new RegExp(`features/${name}(?:/|[-\\w]*\\.ts')|'${name}'`).test(code)) return true;
  if (!name.includes('-')) return false;
  const [first = '', ...others] = name.split('-');
  const camel = first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const snake = name.replaceAll('-', '_');
  if (new RegExp(`['/]${name}['/]`).test(code)) return true;
  const names = [camel, camel.charAt(0).toUpperCase() + camel.slice(1), snake, snake.toUpperCase()];
  // String values in `content/` are prose, so a feature's name in them does not count.
  const values = isContent ? code.replace(/'[^'\n]*'|`[^`]*`/g, '') : code;
  return new RegExp(`\\b(?:${names.join('|')})(?![a-z])`).test(values);
}

/**
 * Tests that the project still passes its checks without optional features: without each one, without all, and without some groups,
 * each time in a new copy. The printed table also says how many files outside a feature's folders name the feature.
 *
 *   npm run bench -- features [--only a,b] [--quick]
 *
 * `--only`: remove these together; repeat it for several copies. `--quick`: without unit and integration tests.
 */
const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, quick: { type: 'boolean', default: false } },
});
const OPTIONAL = OPTIONAL_FEATURES.map(({ name }) => name);
const TOGETHER = [OPTIONAL, ['passkeys', 'two-step'], ['mailbox', 'launch-list', 'undo-changes']];
const STEPS = {
  check: CHECKS.check,
  journeys: ['node_modules/@playwright/test/cli.js', 'test', '--list'],
  build: CHECKS.build,
  ...(!values.quick && { 'unit tests': CHECKS['unit tests'] }),
  ...(!values.quick && { 'integration tests': CHECKS['integration tests'] }),
};

const chosen = values.only?.map((names) => names.split(','));
const rows: Record<string, string>[] = [];
for (const names of chosen ?? [...OPTIONAL.map((name) => [name]), ...TOGETHER]) {
  const copy = copyProject();
  const label = names.length === OPTIONAL.length ? 'all' : names.join(', ');
  const said = (isWell: boolean) => (isWell ? 'ok' : 'FAILED');
  const isRemoved = check(copy, `${label}: remove`, ['scripts/remove.ts', ...names, '--yes']);
  const row: Record<string, string> = { Removed: label, remove: said(isRemoved) };
  for (const [step, args] of Object.entries(STEPS))
    row[step] = isRemoved ? said(check(copy, `${label}: ${step}`, args)) : '';
  rows.push({ ...row, 'named in (browser)': namedIn(names) });
  rmSync(copy, { recursive: true, force: true });
}
process.stdout.write(`\n${table(rows)}\n`);

function namedIn([name = '', ...others]: readonly string[]): string {
  if (others.length > 0) return '';
  const { others: core, browser } = filesNaming(name);
  return `${core.length} (${browser.length})`;
}
