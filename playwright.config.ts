import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { GITHUB_CLIENT } from './e2e/fakes/github.ts';
import { GOOGLE_CLIENT } from './e2e/fakes/google.ts';
import { siteDatabase } from './e2e/support/site-database.ts';
import { findChromium, findHeadlessShell } from './scripts/bootstrap/browser.mjs';
import { reservePort } from './server/testing/reserve-port.ts';

// Playwright reads this file again in each worker; what the first reading chose is handed down in the environment.
process.env.E2E_PORT ??= String(await reservePort());
process.env.GOOGLE_STAND_IN_PORT ??= String(await reservePort());
process.env.GITHUB_STAND_IN_PORT ??= String(await reservePort());
const origin = `http://localhost:${process.env.E2E_PORT}`;

if (process.env.E2E_DATA_DIR === undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tuesday-e2e-'));
  process.env.E2E_DATA_DIR = dataDir;
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
}

/** The site's settings for the stand-ins of `e2e/fakes/`. On 127.0.0.1 they are other sites than the one on localhost. */
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
/** The tag of a test that needs a browser as visitors have it. */
const WHOLE = /@whole-browser/;
/** A headless browser says so, and is not counted as a visitor. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/**
 * The journeys run against the built site, served as in production, each run with data of its own: on SQLite, or on the empty PostgreSQL
 * database at E2E_DATABASE_URL (docs/decisions/0042).
 */
export default defineConfig({
  testDir: '.',
  // The journeys of a feature stand in its folder, and leave with it.
  testMatch: ['**/e2e/**/*.spec.ts', '**/features/*/*.spec.ts'],
  outputDir: 'test-results/browser',
  fullyParallel: true,
  // A test waits for its browser, its server and the mail in turn: docs/decisions/0042.
  workers: 3,
  forbidOnly: process.env.CI === 'true',
  // Ends what hangs, on a busy machine too.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json', { outputFile: process.env.E2E_REPORT ?? 'test-results/browser.json' }]],
  use: {
    baseURL: origin,
    // A trace of every test costs a sixth of the time: `--trace retain-on-failure` has it when it is wanted.
    screenshot: 'only-on-failure',
    // What cannot be pressed says so, with what stood in its way, before the test as a whole is ended.
    actionTimeout: 30_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A quarter of the pixels to draw; layout is in CSS pixels and stays the same: docs/decisions/0042.
    deviceScaleFactor: 0.5,
    // What moves takes a tenth of the processor from a test that is not about it, and is measured half-way.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'chromium', grepInvert: WHOLE, use: { launchOptions: launchOptions(shell) } },
    {
      name: 'whole chromium',
      grep: WHOLE,
      use: {
        deviceScaleFactor: 1,
        // Playwright's own of this name is a whole one.
        channel: chromium === undefined ? 'chromium' : '',
        launchOptions: {
          // Told to the whole browser: what a page sends while it is being left bears the browser's name, not the page's.
          ...launchOptions(chromium, `--user-agent=${USER_AGENT}`),
          // Playwright switches both off: bars that take room from a page, and pages that are kept for the way back.
          ignoreDefaultArgs: ['--hide-scrollbars', '--disable-back-forward-cache'],
        },
      },
    },
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
        // All visitors of a run share one address; the limits have tests of their own.
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
      // A tenth less processor time than with a process of its own that draws.
      '--in-process-gpu',
      // A sixteenth less time: with as many tests as processors, V8's own threads only take turns with the pages.
      '--js-flags=--single-threaded-gc --no-concurrent-sparkplug',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page that calls another machine fails here as it would in a locked-down network.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      // Chromium's sandbox refuses to run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...more,
    ],
  };
}
