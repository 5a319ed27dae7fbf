import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { undoneAtExit } from './leave-nothing.ts';

export type LocalSite = { readonly url: string; readonly close: () => Promise<void> };

/**
 * The real server with its logs and limits, at `http://localhost:<port>`, which it takes for its origin: a browser's
 * pages may then do all that they may on the public site.
 */
export async function startLocalSite(): Promise<LocalSite> {
  const place = await makeThrowAwayPlace('');
  const server = await startServerProcess((port) => ({
    ...place.env,
    SITE_ORIGIN: `http://localhost:${port}`,
    LOG_LEVEL: 'info',
  }));
  const done = undoneAtExit(() => void server.kill9());
  return {
    url: `http://localhost:${server.port}`,
    close: async () => {
      server.terminate();
      await server.exit;
      await place.remove();
      done();
    },
  };
}
