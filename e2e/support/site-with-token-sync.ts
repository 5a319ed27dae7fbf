import type { TokenSyncHost } from '#e2e/fakes/token-sync.ts';
import { test as base, expect } from './test.ts';

/**
 * The site's test on the worker's `syncSite`. The server behind it starts each test knowing nothing; after each, everything
 * that it was told must have been as docs/product.md, "Token sync", says.
 */
export const test = base.extend<{ host: TokenSyncHost }>({
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
