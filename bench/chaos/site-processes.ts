import {
  PROCESS_ORIGIN,
  type ServerProcess,
  type ServerSettings,
  startServerProcess,
} from '#server/testing/server-process.ts';
import { startRoundRobin } from './round-robin.ts';

/** Starts this many processes of the real server behind a proxy, with rate limits too high to matter. */
export async function startSiteProcesses(count: number, env: ServerSettings) {
  const running = new Map<number, ServerProcess>();
  const all: ServerProcess[] = [];
  const badEnds: string[] = [];
  const proxy = await startRoundRobin(() => [...running.values()].map(({ port }) => port));
  const start = async (place: number) => {
    const server = await startServerProcess({
      SITE_ORIGIN: PROCESS_ORIGIN,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      RATE_LIMIT_SCALE: '1000000',
      ...env,
    });
    running.set(place, server);
    all.push(server);
  };
  const stop = async (place: number) => {
    running.get(place)?.terminate();
    const end = await running.get(place)?.exit;
    if (end?.code !== 0) badEnds.push(`a process ended with ${end?.code ?? end?.signal}`);
    running.delete(place);
  };
  for (let place = 0; place < count; place++) await start(place);
  return {
    /** The URL of the proxy in front of all processes. */
    url: proxy.url,
    readyCount: proxy.readyCount,
    /** Sends SIGKILL to a process. No process replaces it until `start`. */
    kill: async (place: number) => {
      await running.get(place)?.kill9();
      running.delete(place);
    },
    start,
    /** Sends SIGTERM to a process, waits for its end, and starts a new one in its place. */
    restart: async (place: number) => {
      await stop(place);
      await start(place);
    },
    /** The output of all processes, including those that have ended. */
    output: () => all.map((server) => server.output()).join(''),
    /** Stops all processes. Returns every exit so far that was not with code 0. */
    close: async () => {
      await Promise.all([...running.keys()].map(stop));
      proxy.close();
      return badEnds;
    },
  };
}

export type SiteProcesses = Awaited<ReturnType<typeof startSiteProcesses>>;
