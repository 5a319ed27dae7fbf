import type { StandIn } from '#e2e/fakes/stand-in-server.ts';
import { startStandIns } from '#server/testing/provider-visit.ts';
import { startAnotherSite } from './another-site.ts';
import { test as base, expect } from './test.ts';

type OwnSite = {
  readonly origin: string;
  readonly google: StandIn;
  readonly github: StandIn;
};

/**
 * The site's test on a site with providers of its own, one for each worker: what is done to those providers as a whole
 * disturbs nobody else. Their mood is good again after each test.
 */
export const test = base.extend<object, { ownSite: OwnSite }>({
  ownSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the braces.
    async ({}, use) => {
      const standIns = await startStandIns();
      const site = await startAnotherSite(standIns.settings);
      await use({ origin: site.origin, google: standIns.google, github: standIns.github });
      await Promise.all([site.close(), standIns.close()]);
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ ownSite }, use) => {
    await use(ownSite.origin);
    for (const standIn of [ownSite.google, ownSite.github])
      standIn.setMood({ isDown: false, cutsOpener: false });
  },
});

export { expect };
