import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { reservePort } from '#server/testing/reserve-port.ts';
import { undoneAtExit } from '../support/leave-nothing.ts';
import { waitFor } from '../support/wait.ts';
import { ask } from './ask.ts';

const HOST = 'localhost';
const folder = mkdtempSync(join(tmpdir(), 'proxies-'));
undoneAtExit(() => rmSync(folder, { recursive: true }));
// nginx serves as another user, who must be able to read the folder.
chmodSync(folder, 0o755);
/** The export that nginx and Caddy serve. */
export const EXPORTED = join(folder, 'export');

const certificate = await generate([{ name: 'commonName', value: HOST }]);
writeFileSync(join(folder, 'key.pem'), certificate.private);
writeFileSync(join(folder, 'cert.pem'), certificate.cert);
writeFileSync(join(folder, 'both.pem'), `${certificate.cert}\n${certificate.private}\n`);

type Place = { readonly http: number; readonly https: number; readonly processes: readonly number[] };
type Proxy = {
  readonly file: string;
  /** True if the proxy serves pages from the export; otherwise it requests them from the processes. */
  readonly servesExport: boolean;
  /** The shipped configuration file with the ports, host and certificate of this test. */
  readonly adapted: (text: string, place: Place) => string;
  readonly command: (config: string) => readonly [string, ...string[]];
};

export const PROXIES: Readonly<Record<string, Proxy>> = {
  haproxy: {
    file: 'haproxy.cfg',
    servesExport: false,
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
    servesExport: true,
    adapted: (text, { http, https, processes }) =>
      `daemon off;\npid ${join(folder, 'nginx.pid')};\nerror_log ${join(folder, 'nginx.log')};\nevents {}\nhttp {\n${text
        .replaceAll('/var/www/tuesday/site', EXPORTED)
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
    servesExport: true,
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

/** Free ports for a proxy, and the origin of the site behind it. */
export async function findPlace() {
  const [http, https] = [await reservePort(), await reservePort()];
  return { http, https, origin: `https://${HOST}:${https}` };
}

export type ProxyPlace = Awaited<ReturnType<typeof findPlace>>;

/** Exports the pages of a site for Caddy and nginx. */
export function exportSite(origin: string): void {
  const args = ['server/commands/operator.ts', 'export', '--to', EXPORTED];
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, SITE_ORIGIN: origin },
  });
  if (status !== 0) throw new Error(String(stderr));
}

/** Starts the proxy with its file from `deploy/` and waits until it answers. The caller stops it. */
export async function startProxy(
  { file, adapted, command }: Proxy,
  { http, https }: ProxyPlace,
  processes: readonly number[],
) {
  const config = join(folder, file);
  const shipped = readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
  const text = adapted(shipped, { http, https, processes });
  writeFileSync(config, text.replaceAll('www.your-site.com', HOST));
  const [program, ...args] = command(config);
  const running = spawn(program, args, {
    stdio: ['ignore', 'ignore', process.argv.includes('--log') ? 'inherit' : 'ignore'],
    env: {
      ...process.env,
      EXPORT_DIR: EXPORTED,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      HOME: folder,
    },
  });
  undoneAtExit(() => void running.kill('SIGKILL'));
  const ended = new Promise((resolve) => running.once('exit', resolve));
  const askThrough = (path: string, { headers, ...options }: Parameters<typeof ask>[2] = {}) =>
    ask(https, path, { servername: HOST, headers: { host: `${HOST}:${https}`, ...headers }, ...options });
  await waitFor(`${program} answers`, 20_000, async () => (await askThrough('/')).status === 200);
  return {
    ask: askThrough,
    stop: async () => {
      running.kill('SIGTERM');
      await ended;
    },
  };
}
