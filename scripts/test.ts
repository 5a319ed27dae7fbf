import { mkdirSync, rmSync } from 'node:fs';
import { Redis } from 'ioredis';
import pg from 'pg';
import { run } from './bootstrap/child.mjs';
import { say } from './bootstrap/say.mjs';
import { countTests, lineOf, type Step, summary } from './test-results.ts';

/** `npm test`: all checks and tests; `--unit`: the unit tests only. `scripts/test.mjs` starts it. */
const REPORTS = 'build/test-reports';
const SERVICE_TIMEOUT_MS = 3_000;
const mustRunAll = process.env.CI === 'true' || process.env.CI === '1';
const steps: Step[] = [];
/** What was not run, and why. */
const notes: string[] = [];

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
if (process.argv.includes('--unit')) await vitest('unit', 'unit');
else await runAll();
process.stdout.write(`\n${summary(steps, notes)}\n`);
const isIncomplete = mustRunAll && notes.length > 0;
process.exitCode = steps.some(({ state }) => state === 'failed') || isIncomplete ? 1 : 0;

async function runAll(): Promise<void> {
  // A failed build does not end this command, because a mistake in a page must not hide the results of the other tests.
  const build = await step('build', ['scripts/build.mjs']);
  const notBuilt = build.state === 'ok' ? undefined : 'the site could not be built (see above)';
  // Chromium may have to be downloaded. Other steps run during the download, which needs little processor time.
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const browser = run(process.execPath, ['scripts/ensure-chromium.ts'], { stdio: [...stdio] });
  const [postgres, redis] = await Promise.all([findPostgres(), findRedis()]);
  if ('missing' in redis) note('what needs Redis', redis.missing);
  const env = { TEST_REDIS_URL: 'url' in redis ? redis.url : '' };

  const check = step('check', ['scripts/check.mjs']);
  // Compares the size of what pages load with the budgets in `.size-limit.ts`.
  if (notBuilt !== undefined) leaveOut('sizes', notBuilt);
  else await step('sizes', ['node_modules/size-limit/bin.js']);
  await check;

  await vitest('unit', 'unit');
  await vitest('integration on SQLite', 'integration', env);
  const onPostgres = 'integration on PostgreSQL';
  if ('missing' in postgres) leaveOut(onPostgres, postgres.missing);
  else await vitest(onPostgres, 'integration', { ...env, TEST_DATABASE_URL: postgres.url });

  const { output: noChromium } = await browser;
  const report = `${REPORTS}/browser.json`;
  const reason = notBuilt ?? noChromium;
  if (reason !== '') leaveOut('browser', reason);
  else
    await step('browser', ['node_modules/@playwright/test/cli.js', 'test'], { E2E_REPORT: report }, report);
}

function vitest(name: string, project: string, services: Readonly<Record<string, string>> = {}) {
  const report = `${REPORTS}/${name.replaceAll(' ', '-')}.json`;
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json'];
  const env = { TEST_DATABASE_URL: '', TEST_REDIS_URL: '', ...services };
  return step(name, ['node_modules/vitest/vitest.mjs', ...args, `--outputFile.json=${report}`], env, report);
}

/** @param report the test runner's report, from which the tests of this step are counted */
async function step(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  report?: string,
): Promise<Step> {
  const from = performance.now();
  const { code, output } = await run(process.execPath, args, { env: { ...plainEnvironment(), ...env } });
  if (code !== 0) say(`\n----- ${name} failed\n${output.trim()}\n-----`);
  return tell({
    name,
    state: code === 0 ? 'ok' : 'failed',
    seconds: (performance.now() - from) / 1_000,
    ...(report && { counts: countTests(report, code === 0) }),
  });
}

function tell(step: Step): Step {
  say(lineOf(step));
  steps.push(step);
  return step;
}

function leaveOut(name: string, reason: string): void {
  note(name, reason);
  tell({ name, state: mustRunAll ? 'failed' : 'not run', seconds: 0 });
}

function note(name: string, reason: string): void {
  notes.push(`${mustRunAll ? 'FAILED' : 'NOT RUN'} ${name}: ${reason}`);
}

/** The shell's environment without variables that would change how the tests run or point them at a real site. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV, DATABASE_URL, REDIS_URL, SMTP_URL, SITE_ORIGIN, PORT, DATA_DIR, FORCE_COLOR, ...rest } =
    process.env;
  return { ...rest, NO_COLOR: '1' };
}

/** The URL of a service for the tests, or a sentence on why there is none. */
type Service = { readonly url: string } | { readonly missing: string };

/**
 * Finds PostgreSQL for the tests: TEST_DATABASE_URL, otherwise the database `test` of a local server, with a user name that local
 * servers commonly accept. Never rejects.
 */
async function findPostgres(): Promise<Service> {
  const { TEST_DATABASE_URL: given, USER = 'postgres' } = process.env;
  const local = ['root', 'postgres', USER].map((user) => `postgres://${user}@127.0.0.1:5432/test`);
  let reason = '';
  for (const url of given ? [given] : local) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: SERVICE_TIMEOUT_MS });
    try {
      await client.connect();
      return { url };
    } catch (error) {
      reason ||= error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error);
    } finally {
      await client.end().catch(() => {});
    }
  }
  const asked = given ? 'TEST_DATABASE_URL' : 'a PostgreSQL on 127.0.0.1:5432 with a database "test"';
  return { missing: `${asked} does not answer (${reason})` };
}

/** Finds Redis for the tests: TEST_REDIS_URL, otherwise a local server. Never rejects. */
async function findRedis(): Promise<Service> {
  const { TEST_REDIS_URL: given } = process.env;
  const url = given || 'redis://127.0.0.1:6379';
  const options = { lazyConnect: true, connectTimeout: SERVICE_TIMEOUT_MS, retryStrategy: () => null };
  const client = new Redis(url, options);
  client.on('error', () => {});
  try {
    await client.ping();
    return { url };
  } catch {
    return { missing: `${given ? 'TEST_REDIS_URL' : url} does not answer` };
  } finally {
    client.disconnect();
  }
}
