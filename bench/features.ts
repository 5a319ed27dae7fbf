import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FEATURES } from '#server/features.ts';
import { CHECKS, check, copyProject } from './support/copy-project.ts';

/**
 * Tests that the project still passes its checks when optional features are removed: each alone, all together, and some that
 * belong together, each time in a new copy.
 *
 *   npm run bench -- features [--only a,b] [--quick]
 *
 * `--only`: remove these together; repeat it for several copies. `--quick`: without unit and integration tests.
 */
const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, quick: { type: 'boolean', default: false } },
});
const OPTIONAL = FEATURES.filter(({ isCore }) => isCore !== true).map(({ name }) => name);
const TOGETHER = [OPTIONAL, ['passkeys', 'two-step'], ['mailbox', 'launch-list', 'undo-changes']];
const STEPS = {
  check: CHECKS.check,
  journeys: ['node_modules/@playwright/test/cli.js', 'test', '--list'],
  build: CHECKS.build,
  ...(!values.quick && { 'unit tests': CHECKS['unit tests'] }),
  ...(!values.quick && { 'integration tests': CHECKS['integration tests'] }),
};

const chosen = values.only?.map((names) => names.split(','));
for (const names of chosen ?? [...OPTIONAL.map((name) => [name]), ...TOGETHER]) {
  const copy = copyProject();
  const label = names.length === OPTIONAL.length ? 'all' : names.join(', ');
  if (check(copy, `${label}: remove`, ['scripts/remove.ts', ...names, '--yes']))
    for (const [step, args] of Object.entries(STEPS)) check(copy, `${label}: ${step}`, args);
  rmSync(copy, { recursive: true, force: true });
}
