import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlaywrightTestOptions, TestFixture } from '@playwright/test';
import { startServerProcess } from '#server/testing/server-process.ts';

type Settings = Readonly<Record<string, string>>;

/** Starts the built site again, as a process with its own settings and data. The caller must call `close`. */
export async function startAnotherSite(settings: Settings) {
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
      await server.kill9();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * For `test.use`: each test gets a site of its own, with settings that the other tests must not have. `start` may first start
 * the servers that the settings name, and then returns a function that closes them.
 */
export function onSiteWith(start: () => Promise<{ settings: Settings; close?: () => Promise<unknown> }>): {
  baseURL: TestFixture<PlaywrightTestOptions['baseURL'], object>;
} {
  return {
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the braces.
    baseURL: async ({}, use) => {
      const { settings, close } = await start();
      const site = await startAnotherSite(settings);
      await use(site.origin);
      await Promise.all([site.close(), close?.()]);
    },
  };
}
