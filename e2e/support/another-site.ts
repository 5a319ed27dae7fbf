import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '#server/testing/server-process.ts';

export type AnotherSite = {
  /** `http://localhost:<port>` */
  readonly origin: string;
  readonly close: () => Promise<void>;
};

/**
 * The built site once more, as a process with settings and data of its own: for what cannot be switched on for all
 * tests at once. Anyone who starts one closes it.
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
