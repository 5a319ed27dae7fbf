import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { envFileOption, run, runAttached } from './bootstrap/child.mjs';
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
  const stop = new AbortController();
  /**
   * @param {readonly string[]} args
   * @param {NodeJS.ProcessEnv} env
   */
  const start = (args, env) =>
    runAttached(node, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'pipe'], stop: stop.signal });
  const programs = [
    start([...envFileOption(), '--watch', '--watch-preserve-output', 'server/main.ts'], apiEnv),
    start(['node_modules/@react-router/dev/bin.cjs', 'dev', '--port', port, '--strictPort', '-l', 'warn'], {
      ...env,
      VITE_PUBLIC_SETTINGS: settings.code === 0 ? settings.output : '',
    }),
    start(['--import=./scripts/bootstrap/end-with-parent.mjs', 'e2e/fakes/main.ts'], {
      ...env,
      ...providers,
      GOOGLE_STAND_IN_PORT: String(googlePort),
      GITHUB_STAND_IN_PORT: String(githubPort),
    }),
  ];
  // When one of these processes ends, the others are stopped too.
  const code = await Promise.race(programs);
  stop.abort();
  await Promise.all(programs);
  return code;
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
