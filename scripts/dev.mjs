import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { envFileOption, exitCodeOf, passSignalsTo, run } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command, ROOT } from './bootstrap/say.mjs';

await command(async () => {
  const node = await prepare({ builds: 'dev' });
  const port = process.env.PORT || '3000';
  const apiPort = process.env.API_PORT || String(Number(port) + 1);
  const origin = process.env.SITE_ORIGIN || `http://localhost:${port}`;
  const env = { ...process.env, NODE_ENV: 'development', API_PORT: apiPort };

  const [googlePort, githubPort] = [await freePort(), await freePort()];
  const google = `http://127.0.0.1:${googlePort}`;
  const github = `http://127.0.0.1:${githubPort}`;
  const providers = {
    GOOGLE_CLIENT_ID: 'stand-in-google',
    GOOGLE_CLIENT_SECRET: 'stand-in-google-secret',
    GOOGLE_ISSUER: google,
    GITHUB_CLIENT_ID: 'stand-in-github',
    GITHUB_CLIENT_SECRET: 'stand-in-github-secret',
    GITHUB_URL: github,
    GITHUB_API_URL: github,
  };

  // The address that people open and that mails link to; the API server's own port stays hidden behind it.
  const apiEnv = {
    DATA_DIR: './data/dev',
    DEVTOOLS_GUARD: 'off',
    ...env,
    ...unlessOwn('GOOGLE', providers),
    ...unlessOwn('GITHUB', providers),
    PORT: apiPort,
    SITE_ORIGIN: origin,
  };
  const settings = await run(node, [...envFileOption(), 'scripts/dev-public-settings.ts'], { env: apiEnv });
  // A signal arrived while the settings were read, so the command ends.
  if (settings.code >= 128) return settings.code;
  const standIns = spawn(node, ['--import=./scripts/bootstrap/end-with-parent.mjs', 'e2e/fakes/main.ts'], {
    cwd: ROOT,
    env: {
      ...env,
      ...providers,
      GOOGLE_STAND_IN_PORT: String(googlePort),
      GITHUB_STAND_IN_PORT: String(githubPort),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const pages = spawn(
    node,
    ['node_modules/@react-router/dev/bin.cjs', 'dev', '--port', port, '--strictPort', '-l', 'warn'],
    {
      cwd: ROOT,
      env: { ...env, VITE_PUBLIC_SETTINGS: settings.code === 0 ? settings.output : '' },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const api = spawn(node, [...envFileOption(), '--watch', '--watch-preserve-output', 'server/main.ts'], {
    cwd: ROOT,
    env: apiEnv,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return endInOrder([api, pages, standIns]);
});

/**
 * Settings for a fake sign-in provider; none if the developer has credentials of the real one, in the shell or in `.env`.
 *
 * @param {'GOOGLE' | 'GITHUB'} provider
 * @param {Readonly<Record<string, string>>} settings
 */
function unlessOwn(provider, settings) {
  const file = new URL('.env', ROOT);
  const written = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const name = `${provider}_CLIENT_ID`;
  if (process.env[name] || new RegExp(`^[ \\t]*(export[ \\t]+)?${name}[ \\t]*=[ \\t]*\\S`, 'm').test(written))
    return {};
  return Object.fromEntries(Object.entries(settings).filter(([key]) => key.startsWith(provider)));
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * Waits for all processes. A signal goes to the first one. When any process ends, the others are stopped in order, so that
 * the page server still passes on answers to running requests.
 *
 * @param {readonly [import('node:child_process').ChildProcess, ...import('node:child_process').ChildProcess[]]} children
 * @returns {Promise<number>} exit code of the process that ended first
 */
async function endInOrder(children) {
  const letGo = passSignalsTo(children[0]);
  const ends = children.map(
    (child) =>
      new Promise((/** @type {(code: number) => void} */ resolve) => {
        child.on('error', () => resolve(127));
        child.on('exit', (code, signal) => resolve(exitCodeOf(code, signal)));
      }),
  );
  const code = await Promise.race(ends);
  for (const [index, child] of children.entries()) {
    if (!child.killed) child.kill('SIGTERM');
    await ends[index];
  }
  letGo();
  return code;
}
