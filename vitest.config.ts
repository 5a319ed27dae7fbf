import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { markdownModules } from './generate/markdown/markdown-plugin.ts';

const NEVER = ['**/node_modules/**', 'build/**', 'data/**'];
const ON_BOTH = '{server,features}/**/*.postgres.test.ts';
const INTEGRATION = ['{server,features,scripts,docs,deploy}/**/*.integration.test.ts', ON_BOTH];
const onPostgres = (process.env.TEST_DATABASE_URL ?? '') !== '';

/** Tests that start processes run first. Otherwise two short files that wait for processes would run alone at the end. */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const starts = ({ moduleId }: TestSpecification) =>
      /(?:process|drill)\.ts'|'node:child_process'/.test(readFileSync(moduleId, 'utf8'));
    const { yes = [], no = [] } = Object.groupBy(await super.sort(files), (file) =>
      starts(file) ? 'yes' : 'no',
    );
    return [...yes, ...no];
  }
}

/**
 * Two test projects. `unit` needs only Node and starts no program that takes seconds. `integration` runs the real app on a
 * database: `*.integration.test.ts` on SQLite, `*.postgres.test.ts` on SQLite and, if TEST_DATABASE_URL is set, on PostgreSQL
 * (`docs/decisions/0042-how-the-tests-run.md`).
 */
export default defineConfig({
  plugins: [markdownModules()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{contract,content,features,server,web,pages,generate,scripts,docs,deploy,e2e,bench}/**/*.test.{ts,tsx}',
          ],
          exclude: [...NEVER, ...INTEGRATION],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: onPostgres ? [ON_BOTH] : INTEGRATION,
          globalSetup: ['./server/testing/drop-test-schemas.ts', './scripts/bootstrap/prepare.mjs'],
          exclude: NEVER,
          setupFiles: ['./server/testing/cheap-hashes.ts'],
        },
      },
    ],
    environment: 'node',
    // Ends a hanging test. High enough for a busy machine and for tests that start several servers.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: ProcessesFirst },
    // Test files of one worker share imported modules, which saves a third of the time. No test leaves a module changed.
    isolate: false,
    // Tests often wait for processes and disks, so one worker more than processors leaves no processor idle.
    maxWorkers: availableParallelism() + 1,
    setupFiles: ['./server/testing/vitest-setup.ts'],
    // A slow machine may need longer than Vitest's default waiting time.
    expect: { poll: { timeout: 30_000 } },
    // Other values of NODE_ENV or TZ would change what is tested.
    env: { NODE_ENV: 'test', TZ: 'UTC' },
  },
});
