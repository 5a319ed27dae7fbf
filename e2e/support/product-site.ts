import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandIns } from '#server/testing/provider-visit.ts';
import { reservePort } from '#server/testing/reserve-port.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import type { AnotherSite } from './another-site.ts';

export type ProductSite = AnotherSite & { readonly host: string };

/**
 * A site with `PRODUCT_API_URL`, and `host`, a second process of the same site on another origin. Both use one database file; each
 * has a data folder, as one server holds a folder for itself. Anyone who starts one closes it.
 */
export async function startProductSite(): Promise<ProductSite> {
  const folder = mkdtempSync(join(tmpdir(), 'tuesday-product-'));
  const standIns = await startStandIns();
  const [sitePort, hostPort] = [await reservePort(), await reservePort()];
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
  return {
    origin,
    host,
    close: async () => {
      await Promise.all([site.kill9(), other.kill9(), standIns.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
