import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { OPTIONAL_FEATURES } from '../scripts/remove/plan.ts';
import { CHECKS, check, copyProject } from './support/copy-project.ts';
import { table } from './support/figures.ts';
import { filesNaming } from './support/named-in.ts';

/**
 * Tests that the project still passes its checks when optional features are removed: each alone, all together, and some that belong
 * together, each time in a new copy. Prints a table, which also says how many files outside a feature's own folders name it.
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
