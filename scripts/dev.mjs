import { spawn } from 'node:child_process';
import { envFileOption, exitCodeOf, passSignalsTo } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command, ROOT } from './bootstrap/say.mjs';

await command(async () => {
  const node = await prepare({ builds: 'dev' });
  const port = process.env.PORT || '3000';
  const apiPort = process.env.API_PORT || String(Number(port) + 1);
  const origin = process.env.SITE_ORIGIN || `http://localhost:${port}`;
  const env = { ...process.env, NODE_ENV: 'development', API_PORT: apiPort };

  const pages = spawn(
    node,
    ['node_modules/@react-router/dev/bin.cjs', 'dev', '--port', port, '--strictPort', '-l', 'warn'],
    { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const api = spawn(node, [...envFileOption(), '--watch', '--watch-preserve-output', 'server/main.ts'], {
    cwd: ROOT,
    // The page's address is the one that people open and that mails link to; the server's own port is a detail.
    env: {
      DATA_DIR: './data/dev',
      DEVTOOLS_GUARD: 'off',
      ...env,
      PORT: apiPort,
      SITE_ORIGIN: origin,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return endTogether([pages, api]);
});

/**
 * Waits for all; the first that ends takes the others with it.
 *
 * @param {readonly import('node:child_process').ChildProcess[]} children
 * @returns {Promise<number>} exit code of the one that ended first
 */
async function endTogether(children) {
  const letGo = children.map(passSignalsTo);
  const ends = children.map(
    (child) =>
      new Promise((/** @type {(code: number) => void} */ resolve) => {
        child.on('error', () => resolve(127));
        child.on('exit', (code, signal) => resolve(exitCodeOf(code, signal)));
      }),
  );
  const code = await Promise.race(ends);
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(ends);
  for (const stop of letGo) stop();
  return code;
}
