import { mkdirSync, rmSync } from 'node:fs';
import { ensureChromium } from './bootstrap/browser.mjs';
import { run } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { QUALITY, SIZES } from './bootstrap/quality.mjs';
import { command, Explained, say } from './bootstrap/say.mjs';
import { countFile, countPlaywright, countVitest, lineOf, summary } from './bootstrap/test-results.mjs';

/** @typedef {import('./bootstrap/test-results.mjs').Step} Step */

const REPORTS = 'build/test-reports';
const mustRunAll = process.env.CI === 'true' || process.env.CI === '1';

await command(async () => {
  const started = performance.now();
  const node = await prepare({ builds: 'none' });
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  if (process.argv.includes('--unit')) {
    const unit = await vitest(node, 'unit', 'unit');
    process.stdout.write(`\n${summary([unit], [])}\n`);
    return unit.state === 'failed' ? 1 : 0;
  }
  // The build may fail here, because a mistake in a page must not hide the results of the other tests.
  const notBuilt = await prepare().then(
    () => undefined,
    (error) => (error instanceof Explained ? error.message : String(error)),
  );
  // Chromium may have to be downloaded; meanwhile other steps run, because a download needs little processor time.
  const browser = ensureChromium(node);
  const services = await findServices(node);

  /** @type {string[]} */
  const notes = [];
  /** @param {Step} step */
  const tell = (step) => {
    say(lineOf(step));
    return step;
  };
  /**
   * @param {string} name
   * @param {string} reason
   */
  const leaveOut = (name, reason) => {
    notes.push(`${mustRunAll ? 'FAILED' : 'NOT RUN'} ${name}: ${reason}`);
    return tell({ name, state: mustRunAll ? 'failed' : 'not run', seconds: 0 });
  };

  if (notBuilt !== undefined) say(`${notBuilt}\n`);
  const build = tell({
    name: 'build',
    state: notBuilt === undefined ? 'ok' : 'failed',
    seconds: secondsSince(started),
  });

  const redis = 'url' in services.redis ? services.redis.url : '';
  if ('missing' in services.redis)
    notes.push(`${mustRunAll ? 'FAILED' : 'NOT RUN'} what needs Redis: ${services.redis.missing}`);
  const steps = [build];
  const checks = notBuilt === undefined ? [...QUALITY, SIZES] : QUALITY;
  steps.push(...(await Promise.all(checks.map(({ name, args }) => step(name, node, args)))).map(tell));
  if (notBuilt !== undefined) steps.push(leaveOut(SIZES.name, 'the site could not be built (see above)'));
  steps.push(tell(await vitest(node, 'unit', 'unit')));
  steps.push(tell(await vitest(node, 'integration on SQLite', 'integration', { redis })));
  const postgres = 'integration on PostgreSQL';
  if ('missing' in services.postgres) steps.push(leaveOut(postgres, services.postgres.missing));
  else {
    const database = services.postgres.url;
    steps.push(tell(await vitest(node, postgres, 'integration', { database, redis })));
  }

  const chromium = await browser;
  if (notBuilt !== undefined) steps.push(leaveOut('browser', 'the site could not be built (see above)'));
  else if ('missing' in chromium) steps.push(leaveOut('browser', chromium.missing));
  else {
    const report = `${REPORTS}/browser.json`;
    const inBrowser = await step('browser', node, ['node_modules/@playwright/test/cli.js', 'test'], {
      env: {
        E2E_REPORT: report,
        ...(chromium.path === undefined ? {} : { CHROMIUM_PATH: chromium.path }),
      },
      count: () => countFile(report, countPlaywright),
    });
    steps.push(tell(inBrowser));
  }

  process.stdout.write(`\n${summary(steps, notes)}\n`);
  const incomplete = mustRunAll && notes.length > 0;
  return steps.some(({ state }) => state === 'failed') || incomplete ? 1 : 0;
});

/**
 * @param {string} node
 * @param {string} name
 * @param {string} project
 * @param {{ database?: string, redis?: string }} [services]
 */
function vitest(node, name, project, { database = '', redis = '' } = {}) {
  const report = `${REPORTS}/${name.replaceAll(' ', '-')}.json`;
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json'];
  return step(name, node, ['node_modules/vitest/vitest.mjs', ...args, `--outputFile.json=${report}`], {
    env: { TEST_DATABASE_URL: database, TEST_REDIS_URL: redis },
    count: () => countFile(report, countVitest),
  });
}

/**
 * @param {string} name
 * @param {string} node
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, count?: () => import('./bootstrap/test-results.mjs').Counts }} [options]
 * @returns {Promise<Step>}
 */
async function step(name, node, args, { env = {}, count } = {}) {
  const from = performance.now();
  const { code, output } = await run(node, args, { env: { ...plainEnvironment(), ...env } });
  if (code !== 0) say(`\n----- ${name} failed\n${output.trim()}\n-----`);
  const counts = count?.();
  return {
    name,
    state: code === 0 ? 'ok' : 'failed',
    seconds: secondsSince(from),
    ...(counts && { counts }),
  };
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

/** @param {number} from */
function secondsSince(from) {
  return (performance.now() - from) / 1000;
}
