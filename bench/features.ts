import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FEATURES } from '#server/features.ts';
import { liveAnAccount } from './features/account-life.ts';
import { addLaterMigration } from './features/later-migration.ts';
import { filesNaming } from './features/named-in.ts';
import { CHECKS, copyProject, failuresIn, runIn } from './support/copy-project.ts';

/**
 * Tests that the project still passes its checks when optional features are removed: each alone, all together, and some that
 * belong together, each time in a new copy. There it runs `npm run check`, the build, the unit and integration tests on SQLite, an
 * account’s life over HTTP from sign-up to deletion, and Playwright’s list of the journeys.
 *
 *   npm run bench -- features [--only a,b] [--quick]
 *
 * `--only`: remove these together; repeat it for several rows. `--quick`: without the tests.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    // Set when a copy runs this file with its own code; the value is the folder for the data of the site.
    life: { type: 'string' },
  },
});
const OPTIONAL = FEATURES.filter(({ isCore }) => isCore !== true).map(({ name }) => name);
const TOGETHER = [OPTIONAL, ['passkeys', 'two-step'], ['mailbox', 'launch-list', 'undo-changes']];

function proveAll(): void {
  const sets = values.only?.map((names) => names.split(',')) ?? [
    ...OPTIONAL.map((name) => [name]),
    ...TOGETHER,
  ];
  const steps = ['removed', ...STEPS.map(({ name }) => name)];
  const head = ['Taken out', ...steps, 'named in (browser)'];
  process.stdout.write(`${row(head)}${row(head.map(() => '---'))}`);
  for (const names of sets) process.stdout.write(row([label(names), ...prove(names), namedIn(names)]));
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
const label = (names: readonly string[]) => (names.length === OPTIONAL.length ? 'all' : names.join(', '));

/** Counts the files outside a feature's own folders that import or name it. */
function namedIn(names: readonly string[]): string {
  const [name] = names;
  if (name === undefined || names.length > 1) return '';
  const { others, browser } = filesNaming(name);
  return `${others.length} (${browser.length})`;
}

/** A folder beside the copy’s other builds, which no step empties. */
const LIFE = ['bench/features.ts', '--life', 'build/data'];

type Step = { readonly name: string; readonly args: readonly string[]; readonly isTest?: true };
const STEPS: readonly Step[] = [
  { name: 'check', args: CHECKS.check },
  { name: 'journeys', args: ['node_modules/@playwright/test/cli.js', 'test', '--list'] },
  { name: 'build', args: CHECKS.build },
  { name: 'account over HTTP', args: LIFE },
  { name: 'unit tests', args: CHECKS['unit tests'], isTest: true },
  { name: 'integration tests', args: CHECKS['integration tests'], isTest: true },
];

/** Runs each step in a copy without these features and returns the results. Failures are printed to standard error. */
function prove(names: readonly string[]): readonly string[] {
  const copy = copyProject();
  try {
    const removed = runIn(copy, ['scripts/remove.ts', ...names, '--yes']);
    if (removed.status !== 0) return [tell(names, 'remove', removed.output), ...STEPS.map(() => '')];
    const ended = [
      `${/(\d+) files are deleted/.exec(removed.output)?.[1]} files`,
      ...STEPS.map(({ name, args, isTest }) => {
        if (isTest && values.quick) return '';
        const { status, output } = runIn(copy, args);
        return status === 0 ? `ok ${isTest ? countOf(output) : ''}` : tell(names, name, output);
      }),
    ];
    if (names.includes('launch-list')) {
      addLaterMigration(copy);
      for (const args of [['generate/build-server.ts'], LIFE]) {
        const { status, output } = runIn(copy, args);
        if (status !== 0) tell(names, `a later migration: ${args.join(' ')}`, output);
      }
    }
    return ended;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const countOf = (output: string) => /Tests +.*?(\d+) passed/.exec(output)?.[1] ?? '';

function tell(names: readonly string[], step: string, output: string): string {
  process.stderr.write(`\n${label(names)}: ${step}\n${failuresIn(output)}\n`);
  process.exitCode = 1;
  return 'FAILED';
}

if (values.life === undefined) proveAll();
else await liveAnAccount(values.life);
