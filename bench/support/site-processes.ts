import {
  PROCESS_ORIGIN,
  type ServerProcess,
  type ServerSettings,
  startServerProcess,
} from '#server/testing/server-process.ts';
import { startRoundRobin } from './round-robin.ts';

/** The real server, so many times, behind a proxy. Limits are out of the way. */
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
    /** All of them, by way of the proxy. */
    url: proxy.url,
    readyCount: proxy.readyCount,
    /** SIGKILL; its place stays empty until `start`. */
    kill: async (place: number) => {
      await running.get(place)?.kill9();
      running.delete(place);
    },
    start,
    /** SIGTERM, the end waited for, and a new process in its place. */
    restart: async (place: number) => {
      await stop(place);
      await start(place);
    },
    /** What they wrote, those that are gone included. */
    output: () => all.map((server) => server.output()).join(''),
    /** Asks all to stop. Answers the ends, so far as well, that were not with 0. */
    close: async () => {
      await Promise.all([...running.keys()].map(stop));
      proxy.close();
      return badEnds;
    },
  };
}

export type SiteProcesses = Awaited<ReturnType<typeof startSiteProcesses>>;
