import { mkdirSync, rmSync } from 'node:fs';
import { run } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command, Explained, say } from './bootstrap/say.mjs';
import { countTests, lineOf, summary } from './test-results.mjs';

/** @typedef {import('./test-results.mjs').Step} Step */

const REPORTS = 'build/test-reports';
const mustRunAll = process.env.CI === 'true' || process.env.CI === '1';

/** @type {Step[]} */
const steps = [];
/** @type {string[]} */
const notes = [];

await command(async () => {
  const node = await prepare({ builds: 'none' });
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  if (process.argv.includes('--unit')) await vitest(node, 'unit', 'unit');
  else await runAll(node);
  process.stdout.write(`\n${summary(steps, notes)}\n`);
  const incomplete = mustRunAll && notes.length > 0;
  return steps.some(({ state }) => state === 'failed') || incomplete ? 1 : 0;
});

/** @param {string} node */
async function runAll(node) {
  // A mistake in a page must not hide the results of the other tests.
  const build = await step('build', node, ['scripts/build.mjs']);
  // Chromium may have to be downloaded; meanwhile other steps run, because a download needs little processor time.
  const browser = run(node, ['scripts/ensure-chromium.ts'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const { postgres, redis } = await findServices(node);
  if ('missing' in redis) note('what needs Redis', redis.missing);
  const env = { TEST_REDIS_URL: 'url' in redis ? redis.url : '' };

  const isBuilt = build.state === 'ok';
  const notBuilt = 'the site could not be built (see above)';
  const check = step('check', node, ['scripts/check.mjs']);
  // Compares the size of what pages load with the budgets in `.size-limit.ts`.
  if (isBuilt) await step('sizes', node, ['node_modules/size-limit/bin.js']);
  else leaveOut('sizes', notBuilt);
  await check;

  await vitest(node, 'unit', 'unit');
  await vitest(node, 'integration on SQLite', 'integration', env);
  const onPostgres = 'integration on PostgreSQL';
  if ('missing' in postgres) leaveOut(onPostgres, postgres.missing);
  else await vitest(node, onPostgres, 'integration', { ...env, TEST_DATABASE_URL: postgres.url });

  const { output: noChromium } = await browser;
  if (!isBuilt) leaveOut('browser', notBuilt);
  else if (noChromium !== '') leaveOut('browser', noChromium);
  else {
    const report = `${REPORTS}/browser.json`;
    const env = { E2E_REPORT: report };
    await step('browser', node, ['node_modules/@playwright/test/cli.js', 'test'], { env, report });
  }
}

/**
 * @param {string} node
 * @param {string} name
 * @param {string} project
 * @param {Record<string, string>} [services]
 */
function vitest(node, name, project, services) {
  const report = `${REPORTS}/${name.replaceAll(' ', '-')}.json`;
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json'];
  return step(name, node, ['node_modules/vitest/vitest.mjs', ...args, `--outputFile.json=${report}`], {
    env: { TEST_DATABASE_URL: '', TEST_REDIS_URL: '', ...services },
    report,
  });
}

/**
 * @param {string} name
 * @param {string} node
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, report?: string }} [options] `report`: the file with the counts of its tests
 */
async function step(name, node, args, { env = {}, report } = {}) {
  const from = performance.now();
  const { code, output } = await run(node, args, { env: { ...plainEnvironment(), ...env } });
  if (code !== 0) say(`\n----- ${name} failed\n${output.trim()}\n-----`);
  return tell({
    name,
    state: code === 0 ? 'ok' : 'failed',
    seconds: (performance.now() - from) / 1000,
    ...(report && { counts: countTests(report, code === 0) }),
  });
}

/** @param {Step} step */
function tell(step) {
  say(lineOf(step));
  steps.push(step);
  return step;
}

/**
 * @param {string} name
 * @param {string} reason
 */
function leaveOut(name, reason) {
  note(name, reason);
  tell({ name, state: mustRunAll ? 'failed' : 'not run', seconds: 0 });
}

/**
 * @param {string} name
 * @param {string} reason
 */
function note(name, reason) {
  notes.push(`${mustRunAll ? 'FAILED' : 'NOT RUN'} ${name}: ${reason}`);
}

/** The shell's environment without variables that would change how the tests run or point them at a real site. */
function plainEnvironment() {
  const { NODE_ENV, DATABASE_URL, REDIS_URL, SMTP_URL, SITE_ORIGIN, PORT, DATA_DIR, FORCE_COLOR, ...rest } =
    process.env;
  return { ...rest, NO_COLOR: '1' };
}

/**
 * @param {string} node
 * @returns {Promise<{ postgres: { url: string } | { missing: string }, redis: { url: string } | { missing: string } }>}
 */
async function findServices(node) {
  const { code, output } = await run(node, ['scripts/find-services.ts']);
  if (code !== 0) throw new Explained(`Could not look for PostgreSQL and Redis:\n${output}`);
  return JSON.parse(output);
}
