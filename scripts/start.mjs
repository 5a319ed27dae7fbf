import { spawn } from 'node:child_process';
import { exitCodeOf, passSignalsTo } from './bootstrap/child.mjs';
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
    ['--env-file-if-exists=.env', '--import=./scripts/bootstrap/end-with-parent.mjs', 'server/main.ts'],
    {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'production' },
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
 * npm passes SIGTERM on, but a killed npm cannot: then our parent changes.
 *
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  const parent = process.ppid;
  // Without npm, losing the parent is how a program is meant to outlive its shell (nohup).
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  return setInterval(() => {
    if (process.ppid !== parent) stop();
  }, LOOK_FOR_PARENT_EACH_MS);
}
