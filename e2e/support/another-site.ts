import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlaywrightTestOptions, TestFixture } from '@playwright/test';
import { startServerProcess } from '#server/testing/server-process.ts';
import type { OfWorker } from './test.ts';

type Settings = Readonly<Record<string, string>>;

/**
 * Gives the settings of another site. May first start the servers that the settings name, and then returns a function that closes
 * them.
 *
 * @param mainSite the URL of the site that most tests use
 */
export type PrepareSite = (
  mainSite: string,
) => Promise<{ readonly settings: Settings; readonly close?: () => Promise<unknown> }>;

/** Starts the built site again, as a process with its own settings and data. The caller must call `close`. */
export async function startAnotherSite(prepare: PrepareSite, mainSite: string) {
  const { settings, close } = await prepare(mainSite);
  const dataDir = mkdtempSync(join(tmpdir(), 'tuesday-another-'));
  const server = await startServerProcess((port) => ({
    SITE_ORIGIN: `http://localhost:${port}`,
    RATE_LIMIT_SCALE: '1000',
    ...settings,
    DATA_DIR: dataDir,
  }));
  return {
    /** The URL of the site: `http://localhost:<port>`. */
    origin: `http://localhost:${server.port}`,
    close: async () => {
      await Promise.all([server.kill9(), close?.()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** For `test.use`: the tests run on a site with settings that other tests must not have. Tests in one worker share it. */
export function onSiteWith(prepare: PrepareSite): {
  baseURL: TestFixture<PlaywrightTestOptions['baseURL'], OfWorker>;
} {
  return { baseURL: async ({ originOf }, use) => use(await originOf(prepare)) };
}
