import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, fstatSync, openSync, readSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ACCOUNT_API, OPERATIONS } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import type { Db } from '#server/database/database.ts';
import { FEATURES } from '#server/features.ts';
import { settingNames } from '#server/settings/settings.ts';
import { reservePort } from './loopback-servers.ts';
import { PASSWORD } from './people.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Where Node stores the compiled code of tested servers. Reading this code takes half as long as compiling it. */
export const COMPILED = { NODE_COMPILE_CACHE: `${ROOT}build/server/.compiled` };
const START_WITHIN_MS = 60_000;
/**
 * The settings of a site without a working mail server: nothing listens on this port. A site with a page for its mails needs no
 * mail server.
 */
export const NO_MAIL_SERVER = FEATURES.some(({ mailsPath }) => mailsPath)
  ? {}
  : { SMTP_URL: 'smtp://127.0.0.1:1' };

/** The warnings and errors in the output of a process, except those about mails that could not be sent. */
export const troubleIn = (output: string): readonly string[] =>
  output.split('\n').filter((line) => line.includes('"level":') && !line.includes('"mail not sent;'));

/** The origin of the site in the settings of all processes. The real port of the process differs after each start. */
export const PROCESS_ORIGIN = 'http://site.localhost:3000';

export type ServerSettings = Readonly<Record<string, string>> & { readonly DATA_DIR: string };

export type ServerProcess = ReturnType<typeof launch>;

/**
 * Starts the built server on a free loopback port (or on its `PORT`), and waits until it is ready. Throws an error with the
 * server’s output if it does not start. The caller must end the server: `onTestFinished(server.kill9)`.
 * @param env its settings, or a function that makes them when the port is known
 */
export async function startServerProcess(
  env: ServerSettings | ((port: number) => ServerSettings),
  options: ProcessOptions = {},
): Promise<ServerProcess> {
  const reserved = await reservePort();
  const settings = typeof env === 'function' ? env(reserved) : env;
  const server = launch(Number(settings.PORT ?? reserved), settings, options);
  if (await becomesReady(server)) return server;
  const { code, signal } = await server.kill9();
  throw new Error(`The server did not start (${code ?? signal}):\n${server.output()}`);
}

export type ProcessOptions = {
  /** Makes standard output a pipe, so that `output()` contains only standard error. */
  readonly isPiped?: boolean;
  readonly stopWithin?: number;
};

function launch(port: number, env: ServerSettings, { isPiped = false, stopWithin }: ProcessOptions) {
  const written = openNamelessFile();
  // The server watches descriptor 3 (as in `npm start`), and ends if the test run is killed.
  const child = spawn(
    process.execPath,
    [
      '--import=./scripts/bootstrap/end-with-parent.mjs',
      '--max-semi-space-size=4',
      '--heap-growing-percent=15',
      '--concurrent-turbofan-max-threads=1',
      'build/server/main.mjs',
      ...(stopWithin === undefined ? [] : [`--stop-within=${stopWithin}`]),
    ],
    {
      cwd: ROOT,
      env: {
        ...surroundings(),
        ...NO_MAIL_SERVER,
        SITE_ORIGIN: PROCESS_ORIGIN,
        LOG_LEVEL: 'warn',
        ...env,
        PORT: String(port),
      },
      stdio: ['ignore', isPiped ? 'pipe' : written.file, written.file, 'pipe'],
    },
  );
  const exit = endOf(child).finally(written.close);
  return {
    pid: child.pid ?? Number.NaN,
    port,
    url: `http://127.0.0.1:${port}`,
    /** Resolves when the process has ended and all its output was read. Never rejects. */
    exit,
    output: written.text,
    /** Ends the process with SIGKILL, which is like a power cut for it. Does nothing if it has already ended. */
    kill9: () => {
      child.kill('SIGKILL');
      return exit;
    },
    terminate: () => void child.kill('SIGTERM'),
    closeStdout: () => void child.stdout?.destroy(),
  };
}

/** Only the end of a process’s output is read, because a benchmark can print more than a string can hold. */
const MOST_READ = 64 * 1_024 * 1_024;
const IN_MEMORY = '/dev/shm';

/**
 * Opens a file without a name for the output of a process. A pipe would need a reader, whose processor time would distort
 * measurements. The file is in memory where possible, so that nothing waits for a disk. It disappears with this process.
 */
function openNamelessFile() {
  const path = join(existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir(), randomUUID());
  const file = openSync(path, 'ax+');
  unlinkSync(path);
  const read = () => {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, MOST_READ));
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, size - bytes.length));
  };
  let last: string | undefined;
  return {
    file,
    text: () => last ?? read(),
    close: () => {
      last = read();
      closeSync(file);
    },
  };
}

type ProcessEnd = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

function endOf(child: ChildProcess): Promise<ProcessEnd> {
  return once(child, 'close').then(
    ([code, signal]) => ({ code, signal }),
    () => ({ code: 127, signal: null }),
  );
}

async function becomesReady({ url, exit }: ServerProcess): Promise<boolean> {
  let ended = false;
  void exit.then(() => {
    ended = true;
  });
  const deadline = performance.now() + START_WITHIN_MS;
  while (!ended && performance.now() < deadline) {
    const answer = await fetch(`${url}${OPERATIONS.ready}`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return true;
    await setTimeout(10);
  }
  return false;
}

/** The environment variables without settings of the site and of the test runner. */
function surroundings(): NodeJS.ProcessEnv {
  const own: readonly string[] = [...settingNames(FEATURES), 'NODE_OPTIONS', 'VITEST'];
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.includes(name))),
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '1',
    ...COMPILED,
  };
}

export type Answer = { readonly status: number; readonly cookie: string; readonly text: string };

export type RestartingSite = Awaited<ReturnType<typeof createRestartingSite>>;

/** Tests can kill and restart this site, each time on another port. Its rate limits are higher than any test needs. */
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
    // `setImmediate` lets this process first read the answers that have arrived. Otherwise the kill might interrupt no request.
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
