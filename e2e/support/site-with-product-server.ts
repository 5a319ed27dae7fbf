import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandIns } from '#server/testing/provider-visit.ts';
import { freePort, startServerProcess } from '#server/testing/server-process.ts';
import { test as base, expect } from './test.ts';

type ProductSite = { readonly origin: string; readonly host: string };

/**
 * The site's test on a site with `PRODUCT_API_URL`, one for each worker: `host`, a second process of the same site on
 * another origin. Both use one database file; each has a data folder, as one server holds a folder for itself.
 */
export const test = base.extend<{ host: string }, { productSite: ProductSite }>({
  productSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the braces.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'tuesday-product-'));
      const standIns = await startStandIns();
      const [sitePort, hostPort] = [await freePort(), await freePort()];
      const origin = `http://localhost:${sitePort}`;
      const host = `http://127.0.0.1:${hostPort}`;
      const shared = {
        ...standIns.settings,
        SITE_ORIGIN: origin,
        RATE_LIMIT_SCALE: '1000',
        AUTH_SECRET: 'only for these two processes, long enough',
      };
      const dataDir = (name: string) => {
        mkdirSync(join(folder, name));
        return join(folder, name);
      };
      const ofSite = { ...shared, DATA_DIR: dataDir('site'), PORT: String(sitePort), PRODUCT_API_URL: host };
      const site = await startServerProcess(ofSite);
      const ofHost = { ...shared, DATA_DIR: dataDir('host'), PORT: String(hostPort) };
      symlinkSync(join(ofSite.DATA_DIR, 'site.sqlite'), join(ofHost.DATA_DIR, 'site.sqlite'));
      const other = await startServerProcess(ofHost);
      await use({ origin, host });
      await Promise.all([site.kill9(), other.kill9(), standIns.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: ({ productSite }, use) => use(productSite.origin),
  host: ({ productSite }, use) => use(productSite.host),
});

export { expect };
