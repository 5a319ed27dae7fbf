import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { PAGES } from '#content/page-paths.ts';
import { ACCOUNT_API, OPERATIONS } from '#contract/paths.ts';
import { reservePort } from '#server/testing/loopback-servers.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { startServerProcess, until } from '#server/testing/server-process.ts';
import { undoneAtExit } from './support/leave-nothing.ts';

/**
 * Compares every answer of the site through HAProxy, nginx and Caddy with the answer without a proxy. Each proxy uses its file
 * from `deploy/`, in which only ports, host and certificate are changed; nginx and Caddy serve the pages from an export. The
 * proxies must be installed.
 *
 *   npm run bench -- proxies [--only caddy]
 */
const { values: options } = parseArgs({ options: { only: { type: 'string' } } });
const HOST = 'localhost';
const folder = mkdtempSync(join(tmpdir(), 'proxies-'));
undoneAtExit(() => rmSync(folder, { recursive: true }));
// Makes the folder readable for all users, because nginx reads it as another user.
chmodSync(folder, 0o755);
const inFolder = (name: string) => join(folder, name);
const EXPORTED = inFolder('export');
const ports = { http: await reservePort(), https: await reservePort(), process: await reservePort() };
const host = `${HOST}:${ports.https}`;
const ORIGIN = `https://${host}`;

type Proxy = {
  readonly file: string;
  /** True if the proxy serves pages from the export; otherwise it requests them from the process. */
  readonly servesExport: boolean;
  /** Texts in the file from `deploy/`, each with the text that replaces it in this benchmark. */
  readonly changes: readonly (readonly [from: string | RegExp, to: string])[];
  readonly command: (config: string) => readonly [string, ...string[]];
};

const PROXIES: Readonly<Record<string, Proxy>> = {
  haproxy: {
    file: 'haproxy.cfg',
    servesExport: false,
    changes: [
      [/bind :80$/m, `bind 127.0.0.1:${ports.http}`],
      ['bind :443', `bind 127.0.0.1:${ports.https}`],
      [/^\tbind :::.*\n/gm, ''],
      [/^\t(user|group|chroot) .+\n/gm, ''],
      [/\/etc\/haproxy\/site.pem/g, inFolder('both.pem')],
      [/127\.0\.0\.1:3000/g, `127.0.0.1:${ports.process}`],
    ],
    command: (config) => ['haproxy', '-db', '-f', config],
  },
  nginx: {
    file: 'nginx.conf',
    servesExport: true,
    changes: [
      [/\/var\/www\/tuesday\/site/g, EXPORTED],
      ['listen 80;', `listen 127.0.0.1:${ports.http};`],
      ['listen 443', `listen 127.0.0.1:${ports.https}`],
      [/^\tlisten \[::\].*\n/gm, ''],
      [/ssl_certificate \S+;/, `ssl_certificate ${inFolder('cert.pem')};`],
      [/ssl_certificate_key \S+;/, `ssl_certificate_key ${inFolder('key.pem')};`],
      ['/var/log/nginx/error.log', inFolder('nginx.log')],
      ['127.0.0.1:3000', `127.0.0.1:${ports.process}`],
      [/^/, `daemon off;\npid ${inFolder('nginx.pid')};\nevents {}\nhttp {\n`],
      [/$/, '}\n'],
    ],
    command: (config) => ['nginx', '-c', config, '-e', inFolder('nginx.log')],
  },
  caddy: {
    file: 'Caddyfile',
    servesExport: true,
    changes: [
      [
        '{\n\tservers',
        `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n\tservers`,
      ],
      [/\{\$SITE_PROCESSES\}/g, `127.0.0.1:${ports.process}`],
      [/\{\$SITE_DOMAIN\}/g, HOST],
    ],
    command: (config) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', config],
  },
};

/** Headers that are not compared, because they differ between servers or between any two answers. */
const NOT_COMPARED =
  /^(?:accept-ranges|alt-svc|connection|content-encoding|content-length|date|etag|keep-alive|last-modified|server|transfer-encoding|via|x-request-id)$/;

const certificate = await generate([{ name: 'commonName', value: HOST }]);
writeFileSync(inFolder('key.pem'), certificate.private);
writeFileSync(inFolder('cert.pem'), certificate.cert);
writeFileSync(inFolder('both.pem'), `${certificate.cert}\n${certificate.private}\n`);
const exported = spawnSync(process.execPath, ['server/commands/operator.ts', 'export', '--to', EXPORTED], {
  env: { ...process.env, SITE_ORIGIN: ORIGIN },
});
if (exported.status !== 0) throw new Error(String(exported.stderr));
const place = await makeThrowAwayPlace('');
const server = await startServerProcess({
  ...place.env,
  PORT: String(ports.process),
  SITE_ORIGIN: ORIGIN,
  TRUSTED_PROXIES: '127.0.0.1,::1',
  METRICS_TOKEN: 'only-for-this-trial',
  EXPORT_DIR: EXPORTED,
  RATE_LIMIT_SCALE: '1000',
});
for (const [name, proxy] of Object.entries(PROXIES)) {
  if ((options.only ?? name) !== name) continue;
  const stop = await startProxy(proxy);
  const { asked, differences } = await compare();
  const plain = await ask(ports.http, { path: '/pricing?a=1' }, { host: HOST });
  const to = plain.headers.location ?? '';
  if (plain.status !== 308 || ![`https://${HOST}/pricing?a=1`, `${ORIGIN}/pricing?a=1`].includes(to))
    differences.push(`http is answered with ${plain.status} ${to}`);
  if (proxy.servesExport)
    for (const path of ['/metrics', '/mailbox', OPERATIONS.health, OPERATIONS.ready]) {
      const { status } = await throughProxy({ path });
      if (status !== 404) differences.push(`${path}, which is for the inside, is passed on: ${status}`);
    }
  await stop();
  process.stdout.write(`${name}: ${asked} answers, ${differences.length} differ\n`);
  for (const difference of differences.slice(0, 20)) process.stdout.write(`  ${difference}\n`);
  if (differences.length > 0) process.exitCode = 1;
}
server.terminate();
await server.exit;
await place.remove();

/** Starts the proxy with its adapted file from `deploy/` and waits until it answers. Returns a function that stops it. */
async function startProxy({ file, changes, command }: Proxy): Promise<() => Promise<void>> {
  const shipped = readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8');
  const adapted = changes.reduce((text, [from, to]) => text.replace(from, to), shipped);
  const config = inFolder(file);
  writeFileSync(config, adapted.replaceAll('www.your-site.com', HOST));
  const [program, ...args] = command(config);
  const own = { EXPORT_DIR: EXPORTED, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  const running = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...own } });
  await once(running, 'spawn');
  undoneAtExit(() => void running.kill('SIGTERM'));
  await until(() =>
    throughProxy({ path: '/' }).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  return async () => {
    running.kill('SIGTERM');
    await once(running, 'exit');
  };
}

type Request = { readonly path: string; readonly encoding?: string; readonly method?: string };
type Answer = { readonly status: number; readonly headers: http.IncomingHttpHeaders; readonly body: Buffer };

/** Sends one request to this machine on a new connection. With TLS it accepts any certificate. */
async function ask(
  port: number,
  { path, encoding = 'gzip', method = 'GET' }: Request,
  headers: http.OutgoingHttpHeaders,
  tls?: { readonly servername: string },
): Promise<Answer> {
  const { request } = tls === undefined ? http : https;
  const outgoing = request({
    ...{ host: '127.0.0.1', port, path, method, agent: false, rejectUnauthorized: false, ...tls },
    headers: { 'accept-encoding': encoding, ...headers },
  });
  const [answer] = (await once(outgoing.end(), 'response')) as [http.IncomingMessage];
  const body = plainly(answer.headers['content-encoding'], await buffer(answer));
  return { status: answer.statusCode ?? 0, headers: answer.headers, body };
}

function plainly(coding: string | undefined, body: Buffer): Buffer {
  if (body.length === 0) return body;
  if (coding === 'br') return brotliDecompressSync(body);
  return coding === 'gzip' ? gunzipSync(body) : body;
}

function throughProxy(request: Request): Promise<Answer> {
  return ask(ports.https, request, { host }, { servername: HOST });
}

/**
 * Compares the answers through the proxy with the answers of the process itself: for every file of the export in each encoding, for
 * paths that do not exist, and for API calls.
 */
async function compare() {
  // The file `_headers`, written for static hosts, names each path of the export once.
  const files = readFileSync(join(EXPORTED, 'site', '_headers'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('/') && !['/*', '/404.html'].includes(line));
  const odd =
    '/about/ /about//?a=b /nowhere/ /About?a=b /ABOUT/ /Nowhere /about.html /%61bout /no/where /index.html ' +
    '/assets /assets/ /profile /security.txt /api/nothing /your-data/asked /your-data/link /your-data/sent';
  const posted = [...Object.values(ACCOUNT_API), PAGES.launchListConfirm, PAGES.launchListLeave];
  const requests: Request[] = [
    ...files.flatMap((path) => ['identity', 'gzip', 'br, gzip'].map((encoding) => ({ path, encoding }))),
    ...odd.split(' ').map((path) => ({ path })),
    ...posted.flatMap((path) => [{ path }, { path, method: 'POST' }]),
    ...[PAGES.home, PAGES.about, '/nowhere'].map((path) => ({ path, method: 'HEAD' })),
    ...['POST', 'DELETE'].map((method) => ({ path: PAGES.about, method })),
  ];
  const differences: string[] = [];
  for (const request of requests) {
    const wanted = await ask(ports.process, request, { host, 'x-forwarded-proto': 'https' });
    const difference = differenceOf(wanted, await throughProxy(request));
    if (difference !== '') differences.push(`${JSON.stringify(request)}: ${difference}`);
  }
  return { asked: requests.length, differences };
}

function differenceOf(wanted: Answer, given: Answer): string {
  const names = Object.keys({ ...wanted.headers, ...given.headers }).filter(
    (name) => !NOT_COMPARED.test(name),
  );
  const pairs = names.map(
    (name) => [name, String(given.headers[name]), String(wanted.headers[name])] as const,
  );
  return [
    ...(wanted.status === given.status ? [] : [`status ${given.status} instead of ${wanted.status}`]),
    ...pairs
      .filter(([, is, want]) => is.toLowerCase() !== want.toLowerCase())
      .map(([name, is, want]) => `${name}: ${is} instead of ${want}`),
    ...(wanted.body.equals(given.body)
      ? []
      : [`body of ${given.body.length} instead of ${wanted.body.length}`]),
  ].join('; ');
}
