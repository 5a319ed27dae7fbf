import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, fstatSync, openSync, readSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OPERATIONS } from '#contract/paths.ts';
import { FEATURES } from '#server/features.ts';
import { settingNames } from '#server/settings/settings.ts';
import { reservePort } from './reserve-port.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Where processes of the tests keep what Node compiled: reading it takes half of the time that compiling does. */
export const COMPILED = { NODE_COMPILE_CACHE: `${ROOT}build/server/compiled` };
const START_WITHIN_MS = 60_000;
/** A site that shows its mails needs none; another one does not start without. Nobody listens there. */
export const NO_MAIL_SERVER = FEATURES.some(({ mailsPath }) => mailsPath)
  ? {}
  : { SMTP_URL: 'smtp://127.0.0.1:1' };

/** The warnings and errors that a process wrote, but that no mail server took its mails. */
export const troubleIn = (output: string): readonly string[] =>
  output.split('\n').filter((line) => line.includes('"level":') && !line.includes('"mail not sent;'));
const LOOK_EACH_MS = 10;

/** The origin that a server process believes it has; its port on loopback is a detail, other after each start. */
export const PROCESS_ORIGIN = 'http://site.localhost:3000';

export type ProcessEnd = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

export type ServerSettings = Readonly<Record<string, string>> & { readonly DATA_DIR: string };

export type ServerProcess = {
  readonly pid: number;
  readonly port: number;
  /** Where it can be reached: `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Resolves when the process has ended and all it wrote was read; never rejects. */
  readonly exit: Promise<ProcessEnd>;
  /** What it wrote so far, standard output and errors in the order they came. */
  readonly output: () => string;
  /** Ends it at once, as a power cut would as far as the process can tell. Harmless when it has ended. */
  readonly kill9: () => Promise<ProcessEnd>;
  /** Sends SIGTERM; returns without waiting. */
  readonly terminate: () => void;
  /** Goes away as the reader of its standard output, where that is a pipe. */
  readonly closeStdout: () => void;
};

/**
 * Starts the real server, built as it ships, as a process of its own on a loopback port of its own (or on its `PORT`), and waits until it is
 * ready. It needs the build (`npm run build`; the integration tests see to the server's part of it). Throws, with what the server wrote, when it does not start.
 *
 * Whoever starts one ends it: `onTestFinished(server.kill9)`. Should this process die first, the server ends as well.
 *
 * @param env its settings, or a function that makes them once the port is known. None is taken from the surroundings;
 *   `DATA_DIR` should be a throw-away folder
 */
export async function startServerProcess(
  env: ServerSettings | ((port: number) => ServerSettings),
  options: ProcessOptions = {},
): Promise<ServerProcess> {
  const reserved = await reservePort();
  const settings = typeof env === 'function' ? env(reserved) : env;
  const server = launch(Number(settings.PORT ?? reserved), settings, options);
  if (await becomesReady(server)) return server;
  await server.kill9();
  throw new Error(`The server did not start:\n${server.output()}`);
}

export type ProcessOptions = {
  /** Its standard output is a pipe, and not kept for `output()`. */
  readonly isPiped?: boolean;
  /** Milliseconds that it may take to stop; otherwise as long as a real site. */
  readonly stopWithin?: number;
};

function launch(
  port: number,
  env: ServerSettings,
  { isPiped = false, stopWithin }: ProcessOptions,
): ServerProcess {
  const written = openNamelessFile();
  // Node's watchdog of descriptor 3 (as in `npm start`): a test run that is killed leaves no server behind.
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
    exit,
    output: written.text,
    kill9: () => {
      child.kill('SIGKILL');
      return exit;
    },
    terminate: () => void child.kill('SIGTERM'),
    closeStdout: () => void child.stdout?.destroy(),
  };
}

/** Bytes of the end of what a process wrote. A benchmark's server writes more than fits into a text. */
const MOST_READ = 64 * 1_024 * 1_024;
/** Linux's folder in memory. */
const IN_MEMORY = '/dev/shm';

/**
 * A file that goes with this process, for what another one writes. Nobody has to read along as from a pipe, which takes
 * a processor's time from what is measured; nor does anybody wait for a disk.
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

function endOf(child: ChildProcess): Promise<ProcessEnd> {
  return once(child, 'close').then(
    ([code, signal]) => ({ code, signal }),
    () => ({ code: 127, signal: null }),
  );
}

/** False when it ended, or did not get ready in time. */
async function becomesReady(server: ServerProcess): Promise<boolean> {
  let ended = false;
  void server.exit.then(() => {
    ended = true;
  });
  const deadline = performance.now() + START_WITHIN_MS;
  while (!ended && performance.now() < deadline) {
    const answer = await fetch(`${server.url}${OPERATIONS.ready}`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EACH_MS));
  }
  return false;
}

/** The environment without the site's settings, and without what the test runner set for itself. */
function surroundings(): NodeJS.ProcessEnv {
  const own: readonly string[] = [...settingNames(FEATURES), 'NODE_OPTIONS', 'VITEST'];
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.includes(name))),
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '1',
    ...COMPILED,
  };
}
