import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { envFileOption, exitCodeOf, passSignalsTo } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command, ROOT } from './bootstrap/say.mjs';

const LOOK_FOR_PARENT_EACH_MS = 500;

await command(async () => {
  const node = await prepare();
  return serve(node);
});

/**
 * Runs the server until it ends.
 *
 * @param {string} node
 * @returns {Promise<number>} its exit code
 */
function serve(node) {
  const child = spawn(
    node,
    [
      ...envFileOption(),
      '--import=./scripts/bootstrap/end-with-parent.mjs',
      // As in `deploy/`: what these save in memory, and why, is in docs/decisions/0041.
      '--max-semi-space-size=4',
      '--heap-growing-percent=15',
      '--concurrent-turbofan-max-threads=1',
      '--no-maglev',
      'build/server/main.mjs',
    ],
    {
      cwd: ROOT,
      env: {
        MALLOC_ARENA_MAX: '1',
        // What the first start has compiled, for the next ones; a new build begins without.
        NODE_COMPILE_CACHE: 'build/server/compiled',
        ...process.env,
        NODE_ENV: process.env.NODE_ENV ?? 'production',
      },
      stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
      detached: true,
    },
  );
  const letGo = passSignalsTo(child);
  const watching = stopWithNpm(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      letGo();
      clearInterval(watching);
      resolve(exitCodeOf(code, signal));
    });
  });
}

/**
 * npm passes SIGTERM on, but a killed npm cannot: then the line of our parents changes.
 *
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  // Without npm, losing the parent is how a program is meant to outlive its shell (nohup).
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parents = parentsOf();
  return setInterval(() => {
    if (parentsOf() !== parents) stop();
  }, LOOK_FOR_PARENT_EACH_MS);
}

/** Our parent and, where the system tells, its parent: npm runs us through a shell. */
function parentsOf() {
  const parent = process.ppid;
  try {
    // "pid (name) state ppid …", where the name may hold anything but is followed by the last bracket.
    const [, grandparent] = readFileSync(`/proc/${parent}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return `${parent} ${grandparent}`;
  } catch {
    return `${parent}`;
  }
}
