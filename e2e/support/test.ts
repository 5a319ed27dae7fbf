import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { type PrepareSite, startAnotherSite } from './another-site.ts';
import { type Expectation, watchForTrouble } from './trouble.ts';

export type Fixtures = {
  /**
   * Announces an event that would otherwise fail the test: part of a console message, a page error, or the URL of a failed
   * request. It must happen, and may happen more than once.
   */
  readonly expectTrouble: (expectation: Expectation) => void;
  /** Opens a page for another visitor, in a browser without cookies or storage. Unexpected events in it fail the test too. */
  readonly newVisitor: (options?: BrowserContextOptions) => Promise<Page>;
};

/** Fixtures that are created for the first test of a worker that uses them, and closed with the worker. */
export type OfWorker = {
  /** One page without JavaScript for all tests of the worker, so that files shared by the pages are cached. */
  readonly withoutScripts: Page;
  /** The URL of another site with the prepared settings, which the worker starts only once. */
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
      // This context stays open during other tests, so moving parts are stopped to save their processor time.
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
