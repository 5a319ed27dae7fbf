import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ACCOUNT_API } from '#contract/paths.ts';
import { ask } from './proxies/ask.ts';
import { compare } from './proxies/like-the-process.ts';
import {
  EXPORTED,
  exportSite,
  findPlace,
  PROXIES,
  type ProxyPlace,
  startProxy,
} from './proxies/start-proxy.ts';
import { startSite } from './support/site.ts';
import { waitFor } from './support/wait.ts';

/**
 * Tests the site behind HAProxy, nginx and Caddy, each with its file from `deploy/` and its health check. Every answer through a
 * proxy, from the process or from an export, is compared with the process's own. Only ports, host and certificate are changed.
 * Needs the three programs.
 *
 *   npm run bench -- proxies [--only caddy] [--log]
 */
const { values: options } = parseArgs({
  options: { only: { type: 'string' }, log: { type: 'boolean' } },
});
const SIGN_UPS_AN_HOUR = 20;
const FROM_INSIDE_ONLY = ['/metrics', '/mailbox', '/healthz', '/readyz'];

for (const [name, proxy] of Object.entries(PROXIES)) {
  if ((options.only ?? name) !== name) continue;
  if (spawnSync(proxy.command('')[0], ['-v']).error !== undefined)
    throw new Error(`there is no program ${name}`);
  const check = (what: string, holds: boolean, seen: unknown = '') => {
    if (!holds) process.exitCode = 1;
    process.stdout.write(
      `${name.padEnd(8)} ${holds ? 'ok    ' : 'FAILED'} ${what}${holds ? '' : `: ${String(seen)}`}\n`,
    );
  };
  const place = await findPlace();
  exportSite(place.origin);
  await answersAsTheProcess(proxy, place, check);
  await livesThroughFaults(proxy, place, check);
}

type Trial = (
  proxy: (typeof PROXIES)[string],
  place: ProxyPlace,
  check: (what: string, holds: boolean, seen?: unknown) => void,
) => Promise<void>;

function startProcess(origin: string, settings: Readonly<Record<string, string>> = {}) {
  return startSite({
    SITE_ORIGIN: origin,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    METRICS_TOKEN: 'only-for-this-trial',
    EXPORT_DIR: EXPORTED,
    ...settings,
  });
}

async function answersAsTheProcess(...[proxy, place, check]: Parameters<Trial>): Promise<void> {
  const { origin, http } = place;
  await using server = await startProcess(origin, { RATE_LIMIT_SCALE: '1000' });
  const running = await startProxy(proxy, place, [server.port]);
  const { host } = new URL(origin);
  const direct: typeof running.ask = (path, { headers, ...rest } = {}) =>
    ask(server.port, path, { headers: { host, 'x-forwarded-proto': 'https', ...headers }, ...rest });
  const { asked, differences } = await compare(direct, running.ask, EXPORTED);
  check(
    `all ${asked} answers are those of the process`,
    differences.length === 0,
    differences.slice(0, 20).join('\n  '),
  );
  const plain = await ask(http, '/pricing?a=1', { headers: { host: 'localhost' } });
  const to = plain.headers.location ?? '';
  check(
    'http leads to https',
    plain.status === 308 && ['https://localhost/pricing?a=1', `${origin}/pricing?a=1`].includes(to),
    `${plain.status} ${to}`,
  );
  if (proxy.servesExport) {
    const passedOn: string[] = [];
    for (const path of FROM_INSIDE_ONLY) {
      const { status } = await running.ask(path);
      if (status !== 404) passedOn.push(`${path}: ${status}`);
    }
    check('what is for the inside is not passed on', passedOn.length === 0, passedOn);
    const ready = JSON.parse(String((await ask(server.port, '/readyz')).body));
    check('the process knows the export', ready.export === 'current', JSON.stringify(ready));
  }
  await running.stop();
}

async function livesThroughFaults(...[proxy, place, check]: Parameters<Trial>): Promise<void> {
  const { origin } = place;
  await using first = await startProcess(origin);
  await using second = await startProcess(origin);
  const running = await startProxy(proxy, place, [first.port, second.port]);
  const statuses: number[] = [];
  // For each of the two processes, one sign-up more than its limit: each process counts for itself.
  for (let asked = 0; asked < 2 * SIGN_UPS_AN_HOUR + 2; asked++) {
    const headers = { 'content-type': 'application/json', origin, 'x-forwarded-for': `203.0.113.${asked}` };
    const body = JSON.stringify({ email: `person-${asked}@example.com`, password: 'correct horse' });
    // The visitor's address must not be a trusted proxy's: a trusted address is not counted as a visitor.
    const visitor = { method: 'POST', headers, body, localAddress: '127.0.0.2' };
    statuses.push((await running.ask(ACCOUNT_API.signUp, visitor)).status);
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
      const { status } = await running.ask(ACCOUNT_API.session).catch(() => ({ status: 0 }));
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  })();
  first.terminate();
  await first.exit;
  await waitFor('requests after the end of one process', 60_000, () => (answers.get(200) ?? 0) > 300);
  stopped = true;
  await asking;
  check(
    'no reader notices the end of one of two processes',
    answers.size === 1,
    JSON.stringify([...answers]),
  );

  second.terminate();
  await second.exit;
  const { status } = await running.ask(ACCOUNT_API.session);
  check('without any process, the answer is 502 or 503', status === 502 || status === 503, status);
  await running.stop();
}
