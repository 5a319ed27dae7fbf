import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { markdownModules } from './generate/markdown/markdown-plugin.ts';
import { POSTGRES_TESTS } from './server/testing/postgres-tests.ts';

const NEVER = ['**/node_modules/**', 'build/**', 'data/**'];
const INTEGRATION = 'server/**/*.integration.test.ts';
const onPostgres = (process.env.TEST_DATABASE_URL ?? '') !== '';

/**
 * Two projects. `unit` needs nothing but Node. `integration` runs the real app on a database: all files on SQLite, or,
 * when TEST_DATABASE_URL is set, those on the list in `server/testing/postgres-tests.ts` on PostgreSQL.
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
            '{contract,content,server,web,generate,scripts,docs,deploy,e2e,bench}/**/*.test.{ts,tsx}',
          ],
          exclude: [...NEVER, INTEGRATION],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: onPostgres ? [...POSTGRES_TESTS] : [INTEGRATION],
          globalSetup: [
            './server/testing/compile-mails-once.ts',
            './server/testing/drop-test-schemas.ts',
            './scripts/bootstrap/build-server-once.mjs',
          ],
          exclude: NEVER,
          setupFiles: ['./server/testing/cheap-hashes.ts'],
          // Some of these tests start several servers.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
    environment: 'node',
    // Files of one worker share the modules they import, which took a third of the time; a test leaves no module changed.
    isolate: false,
    // By itself vitest leaves one core idle, which on two is half of the machine. On PostgreSQL the tests often wait.
    maxWorkers: availableParallelism() + (onPostgres ? 1 : 0),
    setupFiles: ['./server/testing/vitest-setup.ts'],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    passWithNoTests: true,
    // A worker that inherits NODE_ENV=production or TZ from the shell would test something else.
    env: { NODE_ENV: 'test', TZ: 'UTC' },
  },
});
