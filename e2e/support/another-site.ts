import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '#server/testing/server-process.ts';

export type AnotherSite = {
  /** The URL of the site: `http://localhost:<port>`. */
  readonly origin: string;
  readonly close: () => Promise<void>;
};

/**
 * Starts the built site again, as a process with its own settings and data, for settings that the other tests must not have.
 * The caller must call `close`.
 */
export async function startAnotherSite(settings: Readonly<Record<string, string>>): Promise<AnotherSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tuesday-another-'));
  const server = await startServerProcess((port) => ({
    SITE_ORIGIN: `http://localhost:${port}`,
    RATE_LIMIT_SCALE: '1000',
    ...settings,
    DATA_DIR: dataDir,
  }));
  return {
    origin: `http://localhost:${server.port}`,
    close: async () => {
      await server.kill9();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
