import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ROOT } from './say.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} code the exit code; 128 or more after a signal; 127 when the program could not be started
 * @property {string} output stdout and stderr in the order they came; empty when they were shown
 */

/**
 * Runs a program in the project's folder until it ends. Never rejects.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, cwd?: string }} [options] `show`: let it write to stderr
 *   directly, instead of keeping what it writes
 * @returns {Promise<Outcome>}
 */
export function run(program, args, { env = process.env, show = false, cwd = fileURLToPath(ROOT) } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: show ? ['ignore', process.stderr, process.stderr] : ['ignore', 'pipe', 'pipe'],
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
 * Runs a program on this terminal, in the project's folder, until it ends. Rejects when it could not be started.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} the exit code, as `exitCodeOf` answers it
 */
export function runAttached(program, args, env = process.env) {
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env });
  const letGo = passSignalsTo(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      letGo();
      resolve(exitCodeOf(code, signal));
    });
  });
}

/** Node's option that reads settings from `.env` when there is one; what the shell sets counts more. */
export function envFileOption() {
  return existsSync(new URL('.env', ROOT)) ? ['--env-file=.env'] : [];
}

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * A program started by us ends with us. Ctrl-C reaches this process twice (from the terminal and through npm):
 * a repetition within a second is one wish.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} stops passing on
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
  return () => {
    for (const signal of SIGNALS) process.off(signal, pass);
  };
}

/**
 * What a shell would answer for this end of a program.
 *
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCodeOf(code, signal) {
  if (code !== null) return code;
  return 128 + ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[String(signal)] ?? 0);
}
