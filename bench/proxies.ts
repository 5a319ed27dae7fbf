import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from 'selfsigned';
import { PAGES } from '#content/page-paths.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { freePort, type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';
import { ask as askPort } from './support/ask.ts';
import { undoneAtExit } from './support/leave-nothing.ts';
import { waitFor } from './support/wait.ts';

/**
 * Is the site well behind HAProxy, nginx and Caddy, each with its file of `deploy/` and its ordinary health check? Only
 * ports, host and certificate are exchanged. Needs the three programs.
 *
 *   npm run bench -- proxies [--only caddy]
 */
const HOST = 'site.localhost';
const SIGN_UPS_AN_HOUR = 20;
const folder = mkdtempSync(join(tmpdir(), 'proxies-'));
undoneAtExit(() => rmSync(folder, { recursive: true }));
// nginx serves as a user of its own.
chmodSync(folder, 0o755);

const certificate = await generate([{ name: 'commonName', value: HOST }]);
writeFileSync(join(folder, 'key.pem'), certificate.private);
writeFileSync(join(folder, 'cert.pem'), certificate.cert);
writeFileSync(join(folder, 'both.pem'), `${certificate.cert}\n${certificate.private}\n`);

type Place = { readonly http: number; readonly https: number; readonly processes: readonly number[] };
type Proxy = {
  readonly file: string;
  /** The file as it is shipped, with the ports, host and certificate of this trial. */
  readonly adapted: (text: string, place: Place) => string;
  readonly command: (config: string) => readonly [string, ...string[]];
};

const PROXIES: Readonly<Record<string, Proxy>> = {
  haproxy: {
    file: 'haproxy.cfg',
    adapted: (text, { http, https, processes }) =>
      text
        .replace('bind :80', `bind 127.0.0.1:${http}`)
        .replace('bind :443', `bind 127.0.0.1:${https}`)
        .replaceAll('/etc/haproxy/site.pem', join(folder, 'both.pem'))
        .replaceAll(
          /\tserver site-1 .*/g,
          serversOf(processes, (port, at) => `\tserver site-${at + 1} 127.0.0.1:${port}`),
        ),
    command: (config) => ['haproxy', '-db', '-f', config],
  },
  nginx: {
    file: 'nginx.conf',
    adapted: (text, { http, https, processes }) =>
      `daemon off;\npid ${join(folder, 'nginx.pid')};\nerror_log ${join(folder, 'nginx.log')};\nevents {}\nhttp {\n${text
        .replaceAll('/var/www/tuesday/site', join(folder, 'export'))
        .replace('listen 80', `listen 127.0.0.1:${http}`)
        .replace('listen 443', `listen 127.0.0.1:${https}`)
        .replace(/ssl_certificate \S+;/, `ssl_certificate ${join(folder, 'cert.pem')};`)
        .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${join(folder, 'key.pem')};`)
        .replace('/var/log/nginx/error.log', join(folder, 'nginx.log'))
        .replace(
          /\tserver 127\.0\.0\.1:3000 (.*)/,
          serversOf(processes, (port) => `\tserver 127.0.0.1:${port} $1`),
        )}\n}\n`,
    command: (config) => ['nginx', '-c', config],
  },
  caddy: {
    file: 'Caddyfile',
    adapted: (text, { http, https, processes }) =>
      text
        .replace(
          '{\n\tservers',
          `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${https}\n\tservers`,
        )
        .replaceAll('{$SITE_PROCESSES}', processes.map((port) => `127.0.0.1:${port}`).join(' '))
        .replace('{$SITE_DOMAIN}', HOST),
    command: (config) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', config],
  },
};

function serversOf(ports: readonly number[], line: (port: number, at: number) => string): string {
  return ports.map(line).join('\n');
}

const only = process.argv[process.argv.indexOf('--only') + 1];
let failed = 0;
for (const [name, proxy] of Object.entries(PROXIES)) {
  if (process.argv.includes('--only') && name !== only) continue;
  if (spawnSync(proxy.command('')[0], ['-v']).error !== undefined)
    throw new Error(`there is no program ${name}`);
  await tryProxy(name, proxy);
}
process.exitCode = failed === 0 ? 0 : 1;

async function tryProxy(name: string, proxy: Proxy): Promise<void> {
  const check = (what: string, holds: boolean, seen: unknown = '') => {
    if (!holds) failed += 1;
    process.stdout.write(
      `${name.padEnd(8)} ${holds ? 'ok    ' : 'FAILED'} ${what}${holds ? '' : `: ${String(seen)}`}\n`,
    );
  };
  const origin = `https://${HOST}`;
  const start = async () => {
    const place = await makeThrowAwayPlace('');
    const server = await startServerProcess({
      ...place.env,
      SITE_ORIGIN: origin,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      METRICS_TOKEN: 'only-for-this-trial',
    });
    undoneAtExit(() => void server.kill9());
    void server.exit.then(place.remove);
    return server;
  };
  const servers: ServerProcess[] = [await start(), await start()];
  exportSite(origin);
  const place = {
    http: await freePort(),
    https: await freePort(),
    processes: servers.map(({ port }) => port),
  };
  const config = join(folder, proxy.file);
  const shipped = readFileSync(fileURLToPath(new URL(`../deploy/${proxy.file}`, import.meta.url)), 'utf8');
  writeFileSync(config, proxy.adapted(shipped, place).replaceAll('www.your-site.com', HOST));
  const [program, ...args] = proxy.command(config);
  const running = spawn(program, args, {
    stdio: ['ignore', 'ignore', process.argv.includes('--log') ? 'inherit' : 'ignore'],
    env: {
      ...process.env,
      EXPORT_DIR: join(folder, 'export'),
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      HOME: folder,
    },
  });
  undoneAtExit(() => void running.kill('SIGKILL'));
  const ask = (path: string, { headers, ...options }: Parameters<typeof askPort>[2] = {}) =>
    askPort(place.https, path, { servername: HOST, headers: { host: HOST, ...headers }, ...options });

  await waitFor(`${name} answers`, 20_000, async () => (await ask(PAGES.home)).status === 200);
  const direct = await fetch(`${servers[0]?.url}${PAGES.home}`, {
    headers: { 'x-forwarded-proto': 'https', 'accept-encoding': 'identity' },
  });
  const through = await ask(PAGES.home);
  check(
    'the home page is that of the process',
    String(through.body) === (await direct.text()),
    through.status,
  );
  const changed = [...direct.headers].filter(
    ([header, value]) =>
      !/^(date|connection|keep-alive|transfer-encoding|content-length|x-request-id|vary|etag)$/.test(
        header,
      ) && through.headers[header] !== value,
  );
  check('so are its headers', changed.length === 0, changed);
  const plain = await askPort(place.http, '/pricing?a=1', { headers: { host: HOST } });
  const to = plain.headers.location;
  check(
    'http leads to https',
    plain.status === 308 &&
      [`${origin}/pricing?a=1`, `${origin}:${place.https}/pricing?a=1`].includes(to ?? ''),
    `${plain.status} ${to}`,
  );

  const statuses: number[] = [];
  // One more for each process: they count for themselves.
  for (let asked = 0; asked < 2 * SIGN_UPS_AN_HOUR + 2; asked++) {
    const headers = { 'content-type': 'application/json', origin, 'x-forwarded-for': `203.0.113.${asked}` };
    const body = JSON.stringify({ email: `person-${asked}@example.com`, password: 'correct horse' });
    statuses.push((await ask(ACCOUNT_API.signUp, { method: 'POST', headers, body })).status);
  }
  check(
    'a forged X-Forwarded-For changes nobody’s limits',
    statuses.filter((status) => status === 200).length === 2 * SIGN_UPS_AN_HOUR && statuses.at(-1) === 429,
    statuses,
  );

  const answers = new Map<number, number>();
  let stopped = false;
  const asking = (async () => {
    while (!stopped) {
      const { status } = await ask(ACCOUNT_API.session).catch(() => ({ status: 0 }));
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  })();
  servers[0]?.terminate();
  await servers[0]?.exit;
  await waitFor('requests after the end of one process', 10_000, () => (answers.get(200) ?? 0) > 300);
  stopped = true;
  await asking;
  check(
    'no reader notices the end of one of two processes',
    answers.size === 1,
    JSON.stringify([...answers]),
  );

  servers[1]?.terminate();
  await servers[1]?.exit;
  const { status } = await ask(ACCOUNT_API.session);
  check('without any process, the answer is 502 or 503', status === 502 || status === 503, status);
  running.kill('SIGTERM');
}

/** The pages that Caddy and nginx serve; HAProxy asks the processes for them. */
function exportSite(origin: string): void {
  const args = ['server/commands/operator.ts', 'export', '--to', join(folder, 'export')];
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, SITE_ORIGIN: origin, SMTP_URL: 'smtp://127.0.0.1:25' },
  });
  if (status !== 0) throw new Error(String(stderr));
}
