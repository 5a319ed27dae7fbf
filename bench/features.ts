import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FEATURES } from '#server/features.ts';
import { liveAnAccount } from './features/account-life.ts';
import { addLaterMigration } from './features/later-migration.ts';
import { filesNaming } from './features/named-in.ts';
import { CHECKS, copyProject, runIn } from './support/copy-project.ts';

/**
 * Tests that the project still passes its checks when optional features are removed: each alone, all together, and some that
 * belong together, each time in a new copy. There it runs types, lint, unused code, the build, the unit and integration tests
 * on SQLite, an account’s life over HTTP from sign-up to deletion, and Playwright’s list of the journeys.
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
const TOGETHER = [
  OPTIONAL,
  ['console'],
  ['passkeys', 'two-step'],
  ['mailbox', 'launch-list', 'undo-changes'],
];

function proveAll(): void {
  const sets = values.only?.map((names) => names.split(',')) ?? [
    ...OPTIONAL.map((name) => [name]),
    ...TOGETHER.filter((names) => names.length > 1),
  ];
  const steps = ['removed', ...STEPS.map(({ name }) => name)];
  process.stdout.write(
    `${row(['Taken out', ...steps, 'named in (browser)'])}${row(Array(steps.length + 2).fill('---'))}`,
  );
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

/** The removal command does not prune benchmarks, so errors in them are expected. */
const isOfBenchmarks = (line: string) => line.startsWith('bench/');

type Step = {
  readonly name: string;
  readonly args: readonly string[];
  readonly isTest?: true;
  /** Output lines that do not fail the step but are counted in the table: they concern only browser code and benchmarks. */
  readonly isExpected?: (line: string, names: readonly string[]) => boolean;
};

/** A folder beside the copy’s other builds, which no step empties. */
const LIFE = ['bench/features.ts', '--life', 'build/data'];

const STEPS: readonly Step[] = [
  { name: 'types', args: CHECKS.types, isExpected: isOfBenchmarks },
  {
    name: 'lint',
    args: [
      'node_modules/@biomejs/biome/bin/biome',
      'check',
      '--error-on-warnings',
      '--diagnostic-level=warn',
    ],
  },
  {
    name: 'unused code',
    args: [...CHECKS['unused code'], '--no-progress', '--reporter=compact'],
    isExpected: (line, names) =>
      isOfBenchmarks(line) ||
      /^Unused|^Unresolved/.test(line) ||
      names.some(
        (name) => line.startsWith(`features/${name}/`) || line.startsWith(`content/features/${name}`),
      ),
  },
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
    const git = (...args: string[]) => spawnSync('git', args, { cwd: copy, encoding: 'utf8' });
    git('init', '--quiet');
    git('add', '--all');
    git('-c', 'user.name=bench', '-c', 'user.email=bench@example.com', 'commit', '--quiet', '-m', 'copy');
    const removed = runIn(copy, ['scripts/remove.ts', ...names, '--yes']);
    if (removed.status !== 0) return [tell(names, 'remove', removed.output), ...STEPS.map(() => '')];
    const ended = [
      `${/(\d+) files go/.exec(removed.output)?.[1]} files`,
      ...STEPS.map(({ name, args, isTest, isExpected }) => {
        if (isTest && values.quick) return '';
        const { status, output } = runIn(copy, args);
        if (status === 0) return `ok${isTest ? ` ${countOf(output)}` : ''}`;
        const lines = output.split('\n').filter((line) => /^\S/.test(line));
        const isExcused = lines.length > 0 && lines.every((line) => isExpected?.(line, names));
        return isExcused ? `ok but for ${lines.length} lines` : tell(names, name, output);
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
  const failed = output.split('\n').filter((line) => line.includes(' FAIL '));
  const wrong = failed.length > 0 ? [...new Set(failed)].join('\n') : output.slice(-4_000);
  process.stderr.write(`\n${label(names)}: ${step}\n${wrong}\n`);
  process.exitCode = 1;
  return failed.length > 0 ? `${failed.length} FAILED` : 'FAILED';
}

if (values.life === undefined) proveAll();
else await liveAnAccount(values.life);
