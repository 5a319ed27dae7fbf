import { startTokenSyncHost, type TokenSyncHost } from '#e2e/fakes/token-sync.ts';
import { startAnotherSite } from './another-site.ts';
import { test as base, expect } from './test.ts';

/**
 * The site's test on a site with `TOKEN_SYNC_URL`, one for each worker, and the server behind it. That server starts
 * each test knowing nothing; after each, everything that it was told must have been as decisions §3.10 say.
 */
export const test = base.extend<
  { host: TokenSyncHost },
  { syncSite: { origin: string; host: TokenSyncHost } }
>({
  syncSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the braces.
    async ({}, use) => {
      const host = await startTokenSyncHost();
      const site = await startAnotherSite({ TOKEN_SYNC_URL: host.url });
      host.trust(site.origin);
      await use({ origin: site.origin, host });
      await Promise.all([site.close(), host.close()]);
    },
    { scope: 'worker' },
  ],
  baseURL: ({ syncSite }, use) => use(syncSite.origin),
  // The certificate of the stand-in is its own.
  ignoreHTTPSErrors: true,

  host: [
    async ({ syncSite: { host } }, use) => {
      host.told.length = 0;
      host.misbehave();
      await use(host);
      const tokens = host.told.flatMap(({ token }) => token ?? []);
      expect.soft(new Set(tokens).size, 'no token is sent twice').toBe(tokens.length);
      for (const { age, problem, hasCookie, referrer, path } of host.told) {
        expect.soft({ problem, hasCookie, referrer, path }).toEqual({
          problem: null,
          hasCookie: false,
          referrer: null,
          path: '/token',
        });
        if (age !== null) expect.soft(age, 'seconds since the token was made').toBeLessThanOrEqual(300);
      }
    },
    { auto: true },
  ],
});

export { expect };
