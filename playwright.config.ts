import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { GITHUB_CLIENT } from './e2e/fakes/github.ts';
import { GOOGLE_CLIENT } from './e2e/fakes/google.ts';
import { siteDatabase } from './e2e/support/site-database.ts';
import { findChromium, findHeadlessShell } from './scripts/find-chromium.ts';
import { reservePort } from './server/testing/loopback-servers.ts';

// Playwright loads this file again in each worker, so ports chosen the first time are passed on in environment variables.
process.env.E2E_PORT ??= String(await reservePort());
process.env.GOOGLE_STAND_IN_PORT ??= String(await reservePort());
process.env.GITHUB_STAND_IN_PORT ??= String(await reservePort());
const origin = `http://localhost:${process.env.E2E_PORT}`;

if (process.env.E2E_DATA_DIR === undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tuesday-e2e-'));
  process.env.E2E_DATA_DIR = dataDir;
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
}

/** Settings for the fake providers of `e2e/fakes/`. With the host 127.0.0.1, browsers treat them as other sites than localhost. */
const google = `http://127.0.0.1:${process.env.GOOGLE_STAND_IN_PORT}`;
const github = `http://127.0.0.1:${process.env.GITHUB_STAND_IN_PORT}`;
const providers = {
  GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
  GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
  GOOGLE_ISSUER: google,
  GITHUB_CLIENT_ID: GITHUB_CLIENT.id,
  GITHUB_CLIENT_SECRET: GITHUB_CLIENT.secret,
  GITHUB_URL: github,
  GITHUB_API_URL: github,
};

const chromium = findChromium();
const shell = findHeadlessShell() ?? chromium;
/** The tag of a test that needs the full browser that visitors use, not the headless shell. */
const WHOLE = /@whole-browser/;
/** The tests use this user agent, because the site does not count a headless browser as a visitor. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** Browser tests run against the built site. Each run has its own data, on SQLite or at E2E_DATABASE_URL (docs/decisions/0042). */
export default defineConfig({
  testDir: '.',
  // The tests of a feature are in its folder, so that they are removed with it.
  testMatch: ['**/e2e/**/*.spec.ts', '**/features/*/*.spec.ts'],
  outputDir: 'test-results/browser',
  fullyParallel: true,
  // Several tests run at a time, because a test mostly waits for its browser, its server or a mail (docs/decisions/0042).
  workers: 3,
  forbidOnly: process.env.CI === 'true',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json', { outputFile: process.env.E2E_REPORT ?? 'test-results/browser.json' }]],
  use: {
    baseURL: origin,
    // No traces by default, because they cost a sixth of the time. `--trace retain-on-failure` records them.
    screenshot: 'only-on-failure',
    // This time limit is lower than that of a test, so that a failed click reports which element was in the way.
    actionTimeout: 30_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A quarter of the pixels is drawn, to save time. Layout uses CSS pixels and does not change (docs/decisions/0042).
    deviceScaleFactor: 0.5,
    // Animations would take a tenth of the processor time, and tests would measure elements while they move.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    // This project starts first, because its longest test would otherwise run alone at the end.
    {
      name: 'whole chromium',
      grep: WHOLE,
      use: {
        deviceScaleFactor: 1,
        // The channel `chromium` is Playwright's full browser.
        channel: chromium === undefined ? 'chromium' : '',
        launchOptions: {
          // The user agent is set for the browser, because requests of a page that is being left ignore the page's setting.
          ...launchOptions(chromium, `--user-agent=${USER_AGENT}`),
          // Playwright turns off scrollbars, which take space from a page, and the back/forward cache. Visitors have both, so the
          // tests have both.
          ignoreDefaultArgs: ['--hide-scrollbars', '--disable-back-forward-cache'],
        },
      },
    },
    { name: 'chromium', grepInvert: WHOLE, use: { launchOptions: launchOptions(shell) } },
  ],
  webServer: [
    {
      command: `"${process.execPath}" e2e/fakes/main.ts`,
      url: `${google}/.well-known/openid-configuration`,
      timeout: 30_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
      stdout: 'ignore',
      stderr: 'pipe',
      env: {
        GOOGLE_STAND_IN_PORT: process.env.GOOGLE_STAND_IN_PORT,
        GITHUB_STAND_IN_PORT: process.env.GITHUB_STAND_IN_PORT,
        ...providers,
      },
    },
    {
      command: `"${process.execPath}" build/server/main.mjs`,
      url: `${origin}/healthz`,
      timeout: 30_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
      stdout: 'ignore',
      stderr: 'pipe',
      env: {
        NODE_ENV: 'production',
        PORT: process.env.E2E_PORT,
        SITE_ORIGIN: origin,
        ...siteDatabase(),
        REDIS_URL: '',
        SMTP_URL: '',
        FORM_NOTIFY_TO: 'desk@example.com',
        // All visitors of a run share one IP address, so rate limits are raised; the limits have their own tests.
        RATE_LIMIT_SCALE: '1000',
        LOG_LEVEL: 'warn',
        ...providers,
      },
    },
  ],
});

function launchOptions(executablePath: string | undefined, ...more: string[]) {
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--disable-gpu',
      // Drawing in the browser's own process takes a tenth less processor time.
      '--in-process-gpu',
      // V8's extra threads do not help while each processor runs a test. Without them, the tests take a sixteenth less time.
      '--js-flags=--single-threaded-gc --no-concurrent-sparkplug',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A request to another machine fails, as in a closed network.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      // Chromium's sandbox refuses to run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...more,
    ],
  };
}
