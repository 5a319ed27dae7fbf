import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { ROOT, say } from './say.mjs';

/**
 * Runs a program in the project's folder until it ends, and passes signals on to it. Never rejects. The code is the exit code
 * as a shell reports it: 128 or more after a signal, 127 if the program did not start. The output is stdout and stderr in the
 * order they came, unless `stdio` sends them elsewhere.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions, stop?: AbortSignal }} [options]
 *   `stop` ends the program
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, { env = process.env, stdio = ['ignore', 'pipe', 'pipe'], stop } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, { cwd: ROOT, env, stdio });
    const letGo = passSignalsTo(child);
    stop?.addEventListener('abort', () => child.kill());
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    child.on('error', (error) => {
      letGo();
      resolve({ code: 127, output: `${output}${error.message}` });
    });
    child.on('close', (code, signal) => {
      letGo();
      resolve({ code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]), output });
    });
  });
}

/**
 * Runs a program attached to this terminal. Returns its exit code; prints a message if it could not be started.
 *
 * @type {(...given: Parameters<typeof run>) => Promise<number>}
 */
export async function runAttached(program, args, options) {
  const { code, output } = await run(program, args, { stdio: 'inherit', ...options });
  if (output !== '') say(output);
  return code;
}

/** Node's option that reads settings from `.env`, if that file exists; variables of the shell take precedence. */
export function envFileOption() {
  return existsSync(new URL('.env', ROOT)) ? ['--env-file=.env'] : [];
}

const LOOK_FOR_PARENT_EACH_MS = 500;
const firstParents = parentsOf();

/**
 * Passes signals on to a program until the returned function is called, so that the program ends with this process. npm sends
 * SIGTERM only to a shell, which does not pass it on. So when npm or the shell has ended, the program gets a signal, unless it
 * already got one.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
function passSignalsTo(child) {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  // Without npm, a program does not end with its parent, because it may have been started with setsid to outlive its shell.
  const watching =
    process.env.npm_lifecycle_event &&
    setInterval(() => {
      if (!child.killed && parentsOf() !== firstParents) child.kill();
    }, LOOK_FOR_PARENT_EACH_MS);
  return () => {
    clearInterval(watching);
    for (const signal of signals) process.off(signal, pass);
  };
}

/** The ids of the parent process and, where the system reveals it, the grandparent: npm starts us through a shell. */
function parentsOf() {
  try {
    // The format is "pid (name) state ppid …"; the name may contain brackets, so the last bracket ends it.
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').replace(/^.*\) /s, '');
    return `${process.ppid} ${stat.split(' ')[1]}`;
  } catch {
    return `${process.ppid}`;
  }
}
