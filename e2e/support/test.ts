import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { type Expectation, watchForTrouble } from './trouble.ts';

export type Fixtures = {
  /**
   * Says that something that else fails a test will happen: part of a console message, a page error, or the address
   * of a failed request. It must happen, and may happen more than once.
   */
  readonly expectTrouble: (expectation: Expectation) => void;
  /** Another visitor: a browser without cookies or storage, watched like the first one. */
  readonly newVisitor: (options?: BrowserContextOptions) => Promise<Page>;
};

/** Started by the first test of a worker that asks, and ended with the worker. */
export type OfWorker = {
  /** One for all: what pages share is in its cache then. */
  readonly withoutScripts: Page;
};

/**
 * Playwright's test, in which unexpected console messages, page errors, failed requests and requests to another
 * machine fail. Not covered: a browser context that a test opens without `newVisitor`. What belongs to a worker stands
 * here, whichever file needs it: a test with fixtures of another kind gets a worker, and a browser, of its own.
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
        ...(baseURL === undefined ? {} : { baseURL }),
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
      // It stays open beside each page: what moves on it would take their time.
      const context = await browser.newContext({
        baseURL,
        javaScriptEnabled: false,
        reducedMotion: 'reduce',
      });
      const trouble = watchForTrouble();
      trouble.watch(context);
      await use(await context.newPage());
      expect((await trouble.result()).unexpected).toEqual([]);
      await context.close();
    },
    { scope: 'worker' },
  ],
});

export { expect };
