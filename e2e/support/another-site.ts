import type { PlaywrightTestOptions, TestFixture } from '@playwright/test';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import type { OfWorker } from './test.ts';

/** Gives the settings of another site. May first start the servers that the settings name, which `close` closes. */
export type PrepareSite = (mainSite: string) => Promise<{
  readonly settings: Readonly<Record<string, string>>;
  readonly close?: () => Promise<unknown>;
}>;

/** Starts the built site again, with its own settings and data. The caller must call `close`. */
export async function startAnotherSite(prepare: PrepareSite, mainSite: string) {
  const { settings, close } = await prepare(mainSite);
  const place = await makeThrowAwayPlace('');
  const server = await startServerProcess((port) => ({
    SITE_ORIGIN: `http://localhost:${port}`,
    RATE_LIMIT_SCALE: '1000',
    ...settings,
    ...place.env,
  }));
  return {
    origin: `http://localhost:${server.port}`,
    close: async () => {
      await Promise.all([server.kill9(), close?.()]);
      await place.remove();
    },
  };
}

/** For `test.use`: the tests run on a site with settings that other tests must not have. Tests in one worker share it. */
export function onSiteWith(prepare: PrepareSite): {
  baseURL: TestFixture<PlaywrightTestOptions['baseURL'], OfWorker>;
} {
  return { baseURL: async ({ originOf }, use) => use(await originOf(prepare)) };
}
