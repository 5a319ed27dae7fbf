import { setImmediate, setTimeout } from 'node:timers/promises';
import { ACCOUNT_API } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import type { Db } from '#server/database/database.ts';
import { PASSWORD } from './people.ts';
import { PROCESS_ORIGIN, type ServerProcess, type ServerSettings } from './server-process.ts';

export type Answer = { readonly status: number; readonly cookie: string; readonly text: string };

export type RestartingSite = Awaited<ReturnType<typeof createRestartingSite>>;

/** Tests can kill and restart this site, each time on another port. Rate limits are too high to matter. */
export async function createRestartingSite(
  env: ServerSettings,
  startServer: (env: ServerSettings) => Promise<ServerProcess>,
) {
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
    // If this process was blocked, it first reads the answers that have arrived. Otherwise the kill might interrupt no request.
    await setImmediate();
    ready = old.kill9().then(work).then(start);
    await ready;
  };
  // The server may close an idle connection just when it is used again, so no connection is kept.
  const send = ({ url }: ServerProcess, path: string, init?: RequestInit) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { origin: PROCESS_ORIGIN, connection: 'close', ...init?.headers },
    });

  return {
    /** `undefined` if the server was killed during the request and restarted. The request may have been processed. */
    post: async (
      path: string,
      body: unknown,
      others: Readonly<Record<string, string>> = {},
    ): Promise<Answer | undefined> => {
      const server = await ready;
      const headers = { 'content-type': 'application/json', ...others };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await send(server, path, init).catch(() => undefined);
      if (answer === undefined) {
        if ((await ready) === server)
          throw new Error(`A server failed that nobody killed:\n${server.output()}`);
        cut++;
        return undefined;
      }
      // A lost body counts as empty, because a client may rely on the status and headers alone.
      const text = await answer.text().catch(() => '');
      const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
      return { status: answer.status, cookie, text };
    },
    fetch: async (path: string, init?: RequestInit) => send(await ready, path, init),
    killAndRestart: () => restartAfter(async () => {}),
    restartAfter,
    /** How many requests were interrupted by a kill. */
    cut: () => cut,
    /** Stops the current process as an operator would, and resolves with its exit code or signal. */
    stop: async () => {
      const server = await ready;
      server.terminate();
      return server.exit;
    },
    output: () => servers.map((server) => server.output()).join(''),
  };
}

/** This is longer than the time limit of a test. It ends waits that a failed test has left behind. */
const LOOKS_FOR_MS = 300_000;

export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LOOKS_FOR_MS;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Not in ${LOOKS_FOR_MS} ms: ${isTrue}`);
    await setTimeout(5);
  }
}

export const API_HEADERS = { 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey, accept: 'application/json' };

export async function confirmedVisitor(site: RestartingSite, openDatabase: () => Db) {
  const email = 'confirmed@example.com';
  const signedUp = await site.post(ACCOUNT_API.signUp, { email, password: PASSWORD }, API_HEADERS);
  const db = openDatabase();
  const mail = db.selectFrom('outbox').select('text_body').where('recipient', '=', email);
  let token: string | undefined;
  // Waits for the requested mail, which the site writes within a second.
  await until(async () => {
    token = /token=([\w-]+)/.exec((await mail.executeTakeFirst())?.text_body ?? '')?.[1];
    return token !== undefined;
  });
  await db.destroy();
  // Confirms the address with the cookie of the sign-up: without it, the site would ask for a new password.
  const cookie = signedUp?.cookie ?? '';
  await site.post(ACCOUNT_API.verify, { token }, { ...API_HEADERS, cookie });
  const signedIn = await site.post(ACCOUNT_API.signIn, { email, password: PASSWORD }, API_HEADERS);
  if (signedIn?.status !== 200) throw new Error(`could not sign in: ${signedIn?.text}`);
  return { email, cookie: signedIn.cookie };
}
