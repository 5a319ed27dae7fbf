import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { Mailbox } from './mailbox.ts';
import { type Expectation, watchForTrouble } from './trouble.ts';

export type Fixtures = {
  /**
   * Says that something that else fails a test will happen: part of a console message, a page error, or the address
   * of a failed request. It must happen, and may happen more than once.
   */
  readonly expectTrouble: (expectation: Expectation) => void;
  /** Another visitor: a browser without cookies or storage, watched like the first one. */
  readonly newVisitor: (options?: BrowserContextOptions) => Promise<Page>;
  /** Reads the mail that the site would have sent. */
  readonly mailbox: Mailbox;
};

/**
 * Playwright's test, in which unexpected console messages, page errors, failed requests and requests to another
 * machine fail. Not covered: a browser context that a test opens without `newVisitor`.
 */
export const test = base.extend<Fixtures & { trouble: ReturnType<typeof watchForTrouble> }>({
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

  mailbox: async ({ request }, use) => {
    await use(new Mailbox(request));
  },
});

export { expect };
