import {
  PROCESS_ORIGIN,
  type ServerProcess,
  type ServerSettings,
  startServerProcess,
} from '#server/testing/server-process.ts';
import { type RoundRobin, startRoundRobin } from './round-robin.ts';

export type SiteProcesses = {
  /** All of them, by way of the proxy. */
  readonly url: string;
  readonly proxy: RoundRobin;
  /** Those that run, in the order of their places. */
  readonly running: () => readonly ServerProcess[];
  /** SIGKILL; its place stays empty until `start`. */
  readonly kill: (place: number) => Promise<void>;
  readonly start: (place: number) => Promise<void>;
  /** SIGTERM, the end waited for, and a new process in its place. */
  readonly restart: (place: number) => Promise<void>;
  /** What they wrote, those that are gone included. */
  readonly output: () => string;
  /** Ends that nobody asked for, and goodbyes that did not end with 0. */
  readonly badEnds: () => readonly string[];
  readonly close: () => Promise<void>;
};

/** The real server, so many times, behind a proxy. Limits are out of the way. */
export async function startSiteProcesses(count: number, env: ServerSettings): Promise<SiteProcesses> {
  const proxy = await startRoundRobin();
  const places: (ServerProcess | undefined)[] = Array.from({ length: count }, () => undefined);
  const all: ServerProcess[] = [];
  const expected = new WeakSet<ServerProcess>();
  const badEnds: string[] = [];
  const running = () => places.filter((process) => process !== undefined);
  const tellProxy = () => proxy.setPorts(running().map(({ port }) => port));

  const start = async (place: number) => {
    const process = await startServerProcess({
      SITE_ORIGIN: PROCESS_ORIGIN,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      RATE_LIMIT_SCALE: '1000000',
      ...env,
    });
    all.push(process);
    places[place] = process;
    tellProxy();
    void process.exit.then(({ code, signal }) => {
      if (!expected.has(process)) badEnds.push(`a process ended by itself (${code ?? signal})`);
    });
  };
  const processAt = (place: number): ServerProcess => {
    const process = places[place];
    if (process === undefined) throw new Error(`nothing runs at place ${place}`);
    expected.add(process);
    return process;
  };
  const say = async (process: ServerProcess) => {
    process.terminate();
    const { code, signal } = await process.exit;
    if (code !== 0) badEnds.push(`a process asked to stop ended with ${code ?? signal}`);
  };

  for (let place = 0; place < count; place++) await start(place);
  return {
    url: proxy.url,
    proxy,
    running,
    kill: async (place) => {
      await processAt(place).kill9();
      places[place] = undefined;
    },
    start,
    restart: async (place) => {
      await say(processAt(place));
      await start(place);
    },
    output: () => all.map((process) => process.output()).join(''),
    badEnds: () => badEnds,
    close: async () => {
      await Promise.all(running().map((process) => say(processAt(places.indexOf(process)))));
      await proxy.close();
    },
  };
}
