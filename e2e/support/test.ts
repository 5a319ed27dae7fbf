import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { startTokenSyncHost, type TokenSyncHost } from '#e2e/fakes/token-sync.ts';
import { startStandIns } from '#server/testing/provider-visit.ts';
import { type Person, signUpPerson } from './account.ts';
import { type AnotherSite, startAnotherSite } from './another-site.ts';
import { Mailbox } from './mailbox.ts';
import { type ProductSite, startProductSite } from './product-site.ts';
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

/** Started by the first test of a worker that asks, and ended with the worker. */
export type OfWorker = {
  /** Somebody with an account and a remembered session. Anyone who signs out or changes the record takes somebody else. */
  readonly person: Person;
  /** One for all: what pages share is in its cache then. */
  readonly withoutScripts: Page;
  readonly productSite: ProductSite;
  /** A site with `TOKEN_SYNC_URL`, and the server behind it. */
  readonly syncSite: AnotherSite & { readonly host: TokenSyncHost };
  /** A site with `MINIMUM_AGE`. */
  readonly adultSite: AnotherSite;
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

  mailbox: async ({ request }, use) => {
    await use(new Mailbox(request));
  },

  person: [
    async ({ playwright }, use, { project }) => {
      const { baseURL = '' } = project.use;
      const browser = await playwright.request.newContext({ baseURL });
      await use(await signUpPerson(browser, baseURL));
      await browser.dispose();
    },
    { scope: 'worker' },
  ],

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

  productSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the braces.
    async ({}, use) => {
      const site = await startProductSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],

  syncSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the braces.
    async ({}, use) => {
      const host = await startTokenSyncHost();
      const site = await startAnotherSite({ TOKEN_SYNC_URL: host.url });
      host.trust(site.origin);
      await use({ ...site, host });
      await Promise.all([site.close(), host.close()]);
    },
    { scope: 'worker' },
  ],

  adultSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the braces.
    async ({}, use) => {
      const standIns = await startStandIns();
      const site = await startAnotherSite({ ...standIns.settings, MINIMUM_AGE: '18' });
      await use(site);
      await Promise.all([site.close(), standIns.close()]);
    },
    { scope: 'worker' },
  ],
});

export { expect };
