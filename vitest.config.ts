import { defineConfig } from 'vitest/config';
import { markdownModules } from './generate/markdown/markdown-plugin.ts';

const NEVER = ['**/node_modules/**', 'build/**', 'data/**'];
const INTEGRATION = 'server/**/*.integration.test.ts';

/**
 * Two projects. `unit` needs nothing but Node. `integration` runs the real app on a database: SQLite in memory, or
 * PostgreSQL when TEST_DATABASE_URL is set; the same files serve both.
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
          include: [INTEGRATION],
          globalSetup: [
            './server/testing/compile-mails-once.ts',
            './scripts/bootstrap/build-server-once.mjs',
          ],
          exclude: NEVER,
          // Password hashing is slow on purpose, PostgreSQL makes a schema for each file, and in `npm test` the browser
          // works on the same processors.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
    environment: 'node',
    // By itself vitest leaves one core idle, which on two is half of the machine.
    maxWorkers: '100%',
    setupFiles: ['./server/testing/vitest-setup.ts'],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    passWithNoTests: true,
    // A worker that inherits NODE_ENV=production or TZ from the shell would test something else.
    env: { NODE_ENV: 'test', TZ: 'UTC' },
  },
});
