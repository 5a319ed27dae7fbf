import { spawn } from 'node:child_process';
import { envFileOption, exitCodeOf, passSignalsTo } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command, ROOT } from './bootstrap/say.mjs';

await command(async () => {
  const node = await prepare();
  return serve(node);
});

/**
 * @param {string} node
 * @returns {Promise<number>} exit code of the server
 */
function serve(node) {
  const child = spawn(
    node,
    [
      ...envFileOption(),
      '--import=./scripts/bootstrap/end-with-parent.mjs',
      // The Node options must equal those in `deploy/`; docs/decisions/0041 says how much memory each saves.
      '--max-semi-space-size=4',
      '--heap-growing-percent=15',
      '--concurrent-turbofan-max-threads=1',
      'build/server/main.mjs',
      ...process.argv.slice(2),
    ],
    {
      cwd: ROOT,
      env: {
        MALLOC_ARENA_MAX: '1',
        ...process.env,
        NODE_ENV: process.env.NODE_ENV ?? 'production',
      },
      stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
      detached: true,
    },
  );
  const letGo = passSignalsTo(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      letGo();
      resolve(exitCodeOf(code, signal));
    });
  });
}
