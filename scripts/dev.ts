import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { FEATURES } from '#server/features.ts';
import { pageRules } from '#server/settings/page-rules.ts';
import { readSettings } from '#server/settings/settings.ts';
import { reservePort } from '#server/testing/loopback-servers.ts';
import { envFileOption, runAttached } from './bootstrap/child.mjs';
import { ROOT } from './bootstrap/say.mjs';

/** Runs the server and the pages from their source, and fake sign-in providers. `scripts/dev.mjs` starts it. */
const file = new URL('.env', ROOT);
const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
const port = process.env.PORT || '3000';
const apiPort = process.env.API_PORT || String(Number(port) + 1);
const env = { ...process.env, NODE_ENV: 'development', API_PORT: apiPort };

const ports = { google: String(await reservePort()), github: String(await reservePort()) };
const google = {
  GOOGLE_CLIENT_ID: 'stand-in-google',
  GOOGLE_CLIENT_SECRET: 'stand-in-google-secret',
  GOOGLE_ISSUER: `http://127.0.0.1:${ports.google}`,
};
const github = {
  GITHUB_CLIENT_ID: 'stand-in-github',
  GITHUB_CLIENT_SECRET: 'stand-in-github-secret',
  GITHUB_URL: `http://127.0.0.1:${ports.github}`,
  GITHUB_API_URL: `http://127.0.0.1:${ports.github}`,
};
/** True if the developer has credentials of the real provider, in the shell or in `.env`. */
const isOwn = (name: string) => Boolean(process.env[name] || written[name]);

const apiEnv = {
  DATA_DIR: './data/dev',
  // Empty values override `.env`, so that development sends no mail and does not change the data of `npm start`.
  SMTP_URL: '',
  DATABASE_URL: '',
  DEVTOOLS_GUARD: 'off',
  ...env,
  ...(isOwn('GOOGLE_CLIENT_ID') ? {} : google),
  ...(isOwn('GITHUB_CLIENT_ID') ? {} : github),
  PORT: apiPort,
  // The address that people open and that mails link to; the API server's own port stays hidden behind it.
  SITE_ORIGIN: process.env.SITE_ORIGIN || `http://localhost:${port}`,
};

const stop = new AbortController();
const start = (args: readonly string[], env: NodeJS.ProcessEnv) =>
  runAttached(process.execPath, args, {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    stop: stop.signal,
  });
const programs = [
  start([...envFileOption(), '--watch', '--watch-preserve-output', 'server/main.ts'], apiEnv),
  start(['node_modules/@react-router/dev/bin.cjs', 'dev', '--port', port, '--strictPort', '-l', 'warn'], {
    ...env,
    VITE_PUBLIC_SETTINGS: publicSettings(),
  }),
  start(['--import=./scripts/bootstrap/end-with-parent.mjs', 'e2e/fakes/main.ts'], {
    ...{ ...env, ...google, ...github },
    ...{ GOOGLE_STAND_IN_PORT: ports.google, GITHUB_STAND_IN_PORT: ports.github },
  }),
];
// When one of these programs ends, the others are stopped too.
process.exitCode = await Promise.race(programs);
stop.abort();
await Promise.all(programs);

/** The public settings for the pages of the development server. In production our own server writes them into the pages. */
function publicSettings(): string {
  const read = readSettings({ ...written, ...apiEnv }, FEATURES);
  // If a setting is wrong, the pages get no public settings. The server itself reports what is wrong.
  if (read.kind !== 'ok') return '';
  return JSON.stringify(pageRules(read.settings, FEATURES).publicSettings).replaceAll('<', '\\u003c');
}
