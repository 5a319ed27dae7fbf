import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { ROOT, say } from './say.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} code the exit code; 128 or more after a signal; 127 when the program could not be started
 * @property {string} output stdout and stderr in the order they came; empty when the program wrote to the terminal
 */

/**
 * Runs a program in the project's folder until it ends. Never rejects.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, attached?: boolean }} [options] `attached`: the program writes to this terminal, and
 *   its output is not returned
 * @returns {Promise<Outcome>}
 */
export function run(program, args, { env = process.env, attached = false } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, {
      cwd: ROOT,
      env,
      stdio: attached ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const letGo = passSignalsTo(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => {
      letGo();
      resolve({ code: 127, output: `${output}${error.message}` });
    });
    child.on('close', (code, signal) => {
      letGo();
      resolve({ code: exitCodeOf(code, signal), output });
    });
  });
}

/**
 * Runs a program attached to this terminal; prints a message if the program could not be started.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} the exit code, as `exitCodeOf` returns it
 */
export async function runAttached(program, args, env = process.env) {
  const { code, output } = await run(program, args, { env, attached: true });
  if (output !== '') say(output);
  return code;
}

/** Node's option that reads settings from `.env`, if that file exists; variables of the shell take precedence. */
export function envFileOption() {
  return existsSync(new URL('.env', ROOT)) ? ['--env-file=.env'] : [];
}

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

const LOOK_FOR_PARENT_EACH_MS = 500;
const firstParents = parentsOf();

/**
 * Passes signals on to a program, so that it ends with this process. Ctrl-C reaches this process twice (from the terminal
 * and through npm), so a repeated signal within a second is ignored. npm sends SIGTERM only to a shell, which does not pass
 * it on: when npm and the shell have ended, a program that got no signal yet is sent one.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} stops passing signals on
 */
export function passSignalsTo(child) {
  let last = Number.NEGATIVE_INFINITY;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    if (performance.now() - last < 1000) return;
    last = performance.now();
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  // Without npm, a lost parent is no reason to end: a program started with nohup is meant to outlive its shell.
  const watching =
    process.env.npm_lifecycle_event === undefined
      ? undefined
      : setInterval(() => {
          if (!child.killed && parentsOf() !== firstParents) child.kill('SIGTERM');
        }, LOOK_FOR_PARENT_EACH_MS);
  return () => {
    clearInterval(watching);
    for (const signal of SIGNALS) process.off(signal, pass);
  };
}

/** The ids of the parent process and, where the system reveals it, of its parent: npm starts us through a shell. */
function parentsOf() {
  const parent = process.ppid;
  try {
    // The format is "pid (name) state ppid …"; the name may contain brackets, so the last bracket ends it.
    const [, grandparent] = readFileSync(`/proc/${parent}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return `${parent} ${grandparent}`;
  } catch {
    return `${parent}`;
  }
}

/**
 * The exit code that a shell would report for this end of a program.
 *
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCodeOf(code, signal) {
  if (code !== null) return code;
  return 128 + ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[String(signal)] ?? 0);
}
