import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PAGES } from '#content/page-paths.ts';
import { ACCOUNT_API, LAUNCH_LIST } from '#contract/paths.ts';
import { RIGHTS_PAGES } from '#contract/rights-paths.ts';
import { freePort, startServerProcess } from '#server/testing/server-process.ts';
import { type Answer, ask } from './support/ask.ts';
import { undoneAtExit } from './support/leave-nothing.ts';
import { waitFor } from './support/wait.ts';

/**
 * Does a web server answer from an export as the process itself does? Exports the site, compares every file and its headers
 * at nginx and at Caddy (as `deploy/` sets it up) with those of the process, in each encoding, and runs the account journey through each.
 *
 *   npm run bench -- exported [--only nginx] [--no-journeys]
 */

/** What differs from server to server, or from answer to answer. */
const NOT_COMPARED = [
  'accept-ranges',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'server',
  'transfer-encoding',
  'x-request-id',
];
const ENCODINGS = ['identity', 'gzip', 'br, gzip'];
/** No cookie and no body come with them: what is compared is that the process answers. */
const CALLS: readonly Request[] = [
  ...Object.values(ACCOUNT_API).flatMap((path) => [{ path }, { path, method: 'POST' }]),
  { path: LAUNCH_LIST, method: 'POST' },
  ...Object.values(RIGHTS_PAGES).map((path) => ({ path })),
  ...[PAGES.launchListConfirm, PAGES.launchListLeave].flatMap((path) => [{ path }, { path, method: 'POST' }]),
];
const ODD_PATHS = [
  '/about/',
  '/about//?a=b',
  '/nowhere/',
  '/about.html',
  '/%61bout',
  '/no/where',
  '/index.html',
  '/assets',
  '/assets/',
];
const JOURNEYS = ['e2e/journeys/account.spec.ts', 'e2e/journeys/forms-without-javascript.spec.ts'];

type Proxy = {
  readonly name: string;
  readonly start: (folder: string, port: number, processPort: number, exported: string) => ChildProcess;
};

const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx',
    start: (folder, port, processPort, exported) => {
      const settings = join(folder, 'nginx.conf');
      writeFileSync(
        settings,
        `daemon off; pid ${folder}/pid; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
	access_log off;
	client_body_temp_path ${folder}/bodies; proxy_temp_path ${folder}/answers;
	fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
	upstream site { server 127.0.0.1:${processPort}; keepalive 16; }
	include ${exported}/nginx-http.conf;
	server { listen 127.0.0.1:${port}; include ${exported}/nginx-server.conf; }
}`,
      );
      return spawn('nginx', ['-c', settings, '-p', folder, '-e', 'stderr'], { stdio: 'inherit' });
    },
  },
  {
    name: 'caddy',
    start: (folder, port, processPort, exported) => {
      const env = {
        SITE_DOMAIN: `http://localhost:${port}`,
        SITE_PROCESSES: `127.0.0.1:${processPort}`,
        EXPORT_DIR: exported,
      };
      const settings = join(folder, 'Caddyfile');
      // Another Caddy on this machine may have the port for its administration.
      const shipped = readFileSync('deploy/Caddyfile', 'utf8');
      writeFileSync(settings, shipped.replace('{\n\tservers', '{\n\tadmin off\n\tservers'));
      return spawn('caddy', ['run', '--config', settings, '--adapter', 'caddyfile'], {
        stdio: 'ignore',
        env: { ...process.env, ...env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      });
    },
  },
];

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, journeys: { type: 'boolean', default: true } },
  allowNegative: true,
});
for (const proxy of PROXIES.filter(({ name }) => (options.only ?? name) === name)) {
  if (spawnSync(proxy.name, ['-h']).error !== undefined) throw new Error(`${proxy.name} is not installed.`);
  await compare(proxy);
}

async function compare(proxy: Proxy): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'exported-'));
  undoneAtExit(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'data'));
  const exported = join(folder, 'export');
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const settings = {
    SITE_ORIGIN: origin,
    DATA_DIR: join(folder, 'data'),
    EXPORT_DIR: exported,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_SCALE: '1000',
    FORM_NOTIFY_TO: 'desk@example.com',
  };
  run(['server/commands/operator.ts', 'export'], settings);
  const server = await startServerProcess(settings);
  const child = proxy.start(folder, port, server.port, exported);
  undoneAtExit(() => child.kill());
  const problems: string[] = [];
  try {
    await waitFor(`${proxy.name} answers`, 5_000, async () => (await fetch(origin)).ok);
    const paths = ownPaths(exported);
    const cases: Request[] = [
      ...paths.flatMap((path) => ENCODINGS.map((encoding) => ({ path, encoding }))),
      ...[PAGES.home, PAGES.about, '/nowhere'].map((path) => ({ path, method: 'HEAD' })),
      ...ODD_PATHS.map((path) => ({ path })),
      ...['POST', 'DELETE'].map((method) => ({ path: PAGES.about, method })),
      ...CALLS,
      ...['/profile', '/security.txt', '/api/nothing'].map((path) => ({ path })),
    ];
    for (const one of cases) {
      const [wanted, given] = [
        await askPlainly(server.port, one, origin),
        await askPlainly(port, one, origin),
      ];
      const difference = differenceOf(wanted, given);
      if (difference !== '') problems.push(`${JSON.stringify(one)}: ${difference}`);
    }
    for (const path of ['/metrics', '/mailbox', '/healthz', '/readyz']) {
      const { status } = await askPlainly(port, { path }, origin);
      if (status !== 404) problems.push(`${path} is passed on: ${status}`);
    }
    const ready = JSON.parse(String((await ask(server.port, '/readyz')).body));
    if (ready.export !== 'current') problems.push(`/readyz says ${JSON.stringify(ready)}`);
    process.stdout.write(`${proxy.name}: ${cases.length} answers compared, ${problems.length} differ\n`);
    for (const problem of problems.slice(0, 20)) process.stdout.write(`  ${problem}\n`);
    if (options.journeys)
      run(['node_modules/@playwright/test/cli.js', 'test', '--workers=1', ...JOURNEYS], {
        E2E_ORIGIN: origin,
        E2E_MAILBOX: `http://localhost:${server.port}`,
      });
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    child.kill();
    await server.kill9();
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(args: readonly string[], env: Record<string, string>): void {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exitCode = 1;
}

/** Those of the static hosts' list, which names each path once. */
function ownPaths(exported: string): string[] {
  return readFileSync(join(exported, 'site', '_headers'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('/') && !['/*', '/404.html'].includes(line));
}

type Request = { readonly path: string; readonly encoding?: string; readonly method?: string };

async function askPlainly(
  port: number,
  { path, encoding = 'gzip', method = 'GET' }: Request,
  origin: string,
): Promise<Answer> {
  const headers = { host: new URL(origin).host, 'accept-encoding': encoding, origin };
  const answer = await ask(port, path, { method, headers });
  const coding = answer.body.length === 0 ? undefined : answer.headers['content-encoding'];
  const compared = Object.entries(answer.headers).filter(([name]) => !NOT_COMPARED.includes(name));
  return { ...answer, headers: Object.fromEntries(compared), body: plainly(coding, answer.body) };
}

function plainly(coding: string | undefined, body: Buffer): Buffer {
  if (coding === 'br') return brotliDecompressSync(body);
  return coding === 'gzip' ? gunzipSync(body) : body;
}

function differenceOf(wanted: Answer, given: Answer): string {
  const names = [...new Set([...Object.keys(wanted.headers), ...Object.keys(given.headers)])];
  const headers = names.flatMap((name) => {
    const [is, want] = [given.headers[name], wanted.headers[name]].map((value) =>
      String(value).toLowerCase(),
    );
    return is === want ? [] : [`${name}: ${is} instead of ${want}`];
  });
  return [
    ...(wanted.status === given.status ? [] : [`status ${given.status} instead of ${wanted.status}`]),
    ...headers,
    ...(wanted.body.equals(given.body)
      ? []
      : [`body of ${given.body.length} instead of ${wanted.body.length}`]),
  ].join('; ');
}
