import { PROCESS_ORIGIN, type ServerProcess, type ServerSettings } from './server-process.ts';

export type StartServer = (env: ServerSettings) => Promise<ServerProcess>;

export type Answer = { readonly status: number; readonly cookie: string; readonly text: string };

export type RestartingSite = {
  /** `undefined`: the server was killed and is back; whether it did what was asked is not known. */
  readonly post: (
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer | undefined>;
  /** One request to the process that runs now. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly killAndRestart: () => Promise<void>;
  /** The same, with something done while nothing runs. */
  readonly restartAfter: (work: () => Promise<void>) => Promise<void>;
  /** How many requests were cut off without an answer. */
  readonly cut: () => number;
  /** Ends the process that runs now as an operator would; resolves with how it ended. */
  readonly stop: () => Promise<Awaited<ServerProcess['exit']>>;
  /** What all of its processes wrote. */
  readonly output: () => string;
};

/**
 * The site as its visitors see it: away for a moment now and then, at another port after each start. Limits are out of
 * the way.
 */
export async function createRestartingSite(
  env: ServerSettings,
  startServer: StartServer,
): Promise<RestartingSite> {
  const servers: ServerProcess[] = [];
  const start = async () => {
    const server = await startServer({ ...env, RATE_LIMIT_SCALE: '1000000' });
    servers.push(server);
    return server;
  };
  let ready = Promise.resolve(await start());
  let cut = 0;
  const restartAfter = async (work: () => Promise<void>) => {
    const old = await ready;
    ready = old.kill9().then(work).then(start);
    await ready;
  };

  return {
    post: async (path, body, headers = {}) => {
      const server = await ready;
      const answer = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: PROCESS_ORIGIN, ...headers },
        body: JSON.stringify(body),
      }).catch(() => undefined);
      if (answer === undefined) {
        if ((await ready) === server)
          throw new Error(`A server failed that nobody killed:\n${server.output()}`);
        cut++;
        return undefined;
      }
      // Only the head of the answer counts: from there on the client may rely on it.
      const text = await answer.text().catch(() => '');
      return {
        status: answer.status,
        cookie: answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '',
        text,
      };
    },
    fetch: async (path, init) => {
      const { url } = await ready;
      return fetch(`${url}${path}`, { ...init, headers: { origin: PROCESS_ORIGIN, ...init?.headers } });
    },
    killAndRestart: () => restartAfter(async () => {}),
    restartAfter,
    cut: () => cut,
    stop: async () => {
      const server = await ready;
      server.terminate();
      return server.exit;
    },
    output: () => servers.map((server) => server.output()).join(''),
  };
}

/** Looks again and again, for what no event tells. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5));
}
