import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type PlaywrightTestOptions,
  type Request,
  type TestFixture,
} from '@playwright/test';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { startServerProcess } from '#server/testing/server-process.ts';

export type Fixtures = {
  /**
   * Expects an event that otherwise fails the test. Give a part of the console message, of the page error, or of the URL of the
   * failed request. The event must happen at least once.
   */
  readonly expectTrouble: (expectation: Expectation) => void;
  /** Opens a page for another visitor, in a browser without cookies or storage. Unexpected events in it fail the test too. */
  readonly newVisitor: (options?: BrowserContextOptions) => Promise<Page>;
};

/** Fixtures that are created for the first test of a worker that uses them, and closed with the worker. */
export type OfWorker = {
  /** One page without JavaScript for all tests of the worker, so that files shared by the pages are cached. */
  readonly withoutScripts: Page;
  /** The URL of another site, which `prepare` configures. A worker starts this site only once. */
  readonly originOf: (prepare: PrepareSite) => Promise<string>;
};

/**
 * Playwright's `test`, which fails on unexpected console messages, page errors, failed requests and requests to another
 * machine. Not covered: a browser context that a test opens without `newVisitor`. All worker fixtures are declared here,
 * because Playwright starts a new worker, with a new browser, for tests with other worker fixtures.
 */
export const test = base.extend<Fixtures & { trouble: ReturnType<typeof watchForTrouble> }, OfWorker>({
  trouble: [
    async ({ context }, use) => {
      const trouble = watchForTrouble();
      trouble.watch(context);
      await use(trouble);
      const { unexpected, missing } = await trouble.result();
      expect.soft(unexpected, 'nothing unexpected happens in the browser').toEqual([]);
      expect.soft(missing, 'the expected trouble happens').toEqual([]);
    },
    { auto: true },
  ],

  expectTrouble: async ({ trouble }, use) => {
    await use(trouble.expect);
  },

  newVisitor: async ({ browser, trouble, contextOptions, baseURL }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({
        ...contextOptions,
        ...options,
        ...(baseURL && { baseURL }),
      });
      contexts.push(context);
      trouble.watch(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },

  withoutScripts: [
    async ({ browser }, use, { project }) => {
      const { baseURL = '' } = project.use;
      // This context stays open during other tests, so animations are turned off to save processor time.
      const still = { javaScriptEnabled: false, reducedMotion: 'reduce' } as const;
      const context = await browser.newContext({ baseURL, ...still });
      const trouble = watchForTrouble();
      trouble.watch(context);
      await use(await context.newPage());
      expect((await trouble.result()).unexpected).toEqual([]);
      await context.close();
    },
    { scope: 'worker' },
  ],

  originOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the braces.
    async ({}, use, { project }) => {
      const sites = new Map<PrepareSite, ReturnType<typeof startAnotherSite>>();
      await use(async (prepare) => {
        const site = sites.get(prepare) ?? startAnotherSite(prepare, project.use.baseURL ?? '');
        sites.set(prepare, site);
        return (await site).origin;
      });
      await Promise.allSettled([...sites.values()].map(async (site) => (await site).close()));
    },
    { scope: 'worker' },
  ],
});

export { expect };

export type Expectation = string | RegExp;

/** Collects unwanted events in a browser, such as console messages and failed requests, as lines of text. */
export function watchForTrouble() {
  const lines: string[] = [];
  const expectations: Expectation[] = [];

  const isExpected = (line: string) => expectations.some((expectation) => matches(line, expectation));
  const missing = () =>
    expectations.filter((expectation) => !lines.some((line) => matches(line, expectation)));

  return {
    watch(context: BrowserContext): void {
      context.on('console', (message) => {
        // Ignores Chrome's hint for password managers, on pages whose mailed link does not contain the address.
        if (message.text().includes('Password forms should have (optionally hidden) username')) return;
        lines.push(`console.${message.type()}: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => {
        if (!isOfPausedPage(error.error())) lines.push(`page error: ${error.error()}`);
      });
      context.on('request', (request) => {
        if (isElsewhere(request)) lines.push(`request to another machine: ${request.url()}`);
      });
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? 'no reason given';
        // When a visitor leaves a page, the browser cancels requests that are still running. They are not counted as failures.
        if (reason !== 'net::ERR_ABORTED') lines.push(`request failed: ${request.url()} (${reason})`);
      });
    },

    expect(expectation: Expectation): void {
      expectations.push(expectation);
    },

    /** The unexpected events, and the expected events that are still missing after a short wait. */
    async result(): Promise<{ unexpected: readonly string[]; missing: readonly string[] }> {
      for (let look = 0; missing().length > 0 && look < 40; look++) await sleep(50);
      return { unexpected: lines.filter((line) => !isExpected(line)), missing: missing().map(String) };
    },
  };
}

/** True for an error that only Playwright causes: while it holds a new popup back, the page behind the popup runs no callbacks. */
function isOfPausedPage({ message }: Error): boolean {
  return message.includes(
    "Failed to execute 'open' on 'Window': The provided callback is no longer runnable.",
  );
}

function matches(line: string, expectation: Expectation): boolean {
  return typeof expectation === 'string' ? line.includes(expectation) : expectation.test(line);
}

function isElsewhere(request: Request): boolean {
  const { protocol, hostname } = new URL(request.url());
  return (
    ['http:', 'https:', 'ws:', 'wss:'].includes(protocol) && !['localhost', '127.0.0.1'].includes(hostname)
  );
}

/** Returns the settings of another site. May first start servers that the settings name; `close` stops these servers. */
export type PrepareSite = (mainSite: string) => Promise<{
  readonly settings: Readonly<Record<string, string>>;
  readonly close?: () => Promise<unknown>;
}>;

/** Starts the built site again, with its own settings and data. The caller must call `close`. */
export async function startAnotherSite(prepare: PrepareSite, mainSite: string) {
  const { settings, close } = await prepare(mainSite);
  const place = await makeThrowAwayPlace('');
  const server = await startServerProcess((port) => ({
    SITE_ORIGIN: `http://localhost:${port}`,
    RATE_LIMIT_SCALE: '1000',
    ...settings,
    ...place.env,
  }));
  return {
    origin: `http://localhost:${server.port}`,
    close: async () => {
      await Promise.all([server.kill9(), close?.()]);
      await place.remove();
    },
  };
}

/** For `test.use`: the tests run on a site with settings that other tests must not have. Tests in one worker share it. */
export function onSiteWith(prepare: PrepareSite): {
  baseURL: TestFixture<PlaywrightTestOptions['baseURL'], OfWorker>;
} {
  return { baseURL: async ({ originOf }, use) => use(await originOf(prepare)) };
}
