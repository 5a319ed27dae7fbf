import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { PAGES } from '#content/page-paths.ts';
import { PRODUCT_API, pathFor } from '#contract/paths.ts';
import { MOST_WAITING_HASHES } from '#features/accounts/server/passwords.ts';
import { makeThrowAwayPlace, withDatabase } from '#server/testing/process-database.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import { addAccounts, signIn } from '../support/accounts.ts';
import { originOf } from '../support/client.ts';
import { alternate, compared, median, type Row } from '../support/figures.ts';
import { residentOf, startSite, startSiteOn } from '../support/site.ts';
import { formLoad, runWrk, signInLoad } from '../support/wrk.ts';
import { type KeptAnswer, startFloor } from './floors.ts';

/** CPU slowdown factors. Lighthouse itself uses 4 for a phone. */
const [PHONE, SLOW] = [4, 10];
const LIGHTHOUSE = ['--yes', '--ignore-scripts', 'lighthouse@13.5.0'];
const FLAGS = '--chrome-flags=--headless --no-sandbox --disable-gpu';

/** The first visit to the home page on a phone, compared with the same words and pictures without a script. */
export async function measureFirstLoad(): Promise<Row[]> {
  await using site = await startSite();
  await using floor = await startStillPage(site.url);
  const url = originOf(site.url);
  const { paint, blocking, shift, slowScore } = await alternate(
    3,
    async () => ({ ...(await load(url, PHONE)), slowScore: (await load(url, SLOW)).score }),
    // The score on the slower processor is measured for our site only, not for the page without scripts.
    async () => ({ ...(await load(floor.url, PHONE)), slowScore: Number.NaN }),
  );
  const target = 'First load of `/`, phone';
  const noScripts = { ...paint, beside: 'no scripts' };
  return [
    { target, what: 'largest contentful paint', unit: 'ms', ...noScripts, limit: '≤ 1.15 ×' },
    { target, what: 'total blocking time', unit: 'ms', ours: blocking.ours, limit: '≤ 30' },
    { target, what: 'cumulative layout shift', unit: '', ours: shift.ours, limit: '≤ 0' },
    { target, what: `score, processor slowed ${SLOW} ×`, unit: '', ours: slowScore.ours, limit: '≥ 95' },
  ];
}

/** Measures one page load with an empty cache, with Lighthouse's mobile preset. npm downloads Lighthouse at the first call. */
export async function load(url: string, slowdown: number) {
  const args = [...LIGHTHOUSE, url, '--output=json', '--quiet', '--only-categories=performance', FLAGS];
  const { stdout } = await promisify(execFile)(
    'npx',
    [...args, `--throttling.cpuSlowdownMultiplier=${slowdown}`],
    { env: { ...process.env, CHROME_PATH: findChromium() ?? '' }, maxBuffer: 64 * 1_024 * 1_024 },
  );
  const { audits, categories } = JSON.parse(stdout);
  return {
    paint: Number(audits['largest-contentful-paint'].numericValue),
    blocking: Number(audits['total-blocking-time'].numericValue),
    shift: Number(audits['cumulative-layout-shift'].numericValue),
    score: Number(categories.performance.score) * 100,
  };
}

/** Serves the site's files compressed, and its pages without scripts and with inline styles. */
export async function startStillPage(site: string) {
  const kept = new Map<string, Promise<{ readonly type: string; readonly body: Buffer }>>();
  const fetchFile = async (path: string) => {
    const answer = await fetch(site + path);
    const type = answer.headers.get('content-type') ?? '';
    const isPage = type.startsWith('text/html');
    const bytes = isPage ? await withoutScripts(await answer.text(), site) : await answer.arrayBuffer();
    return { type, body: gzipSync(bytes) };
  };
  const server = createServer(async ({ url = '' }, response) => {
    const file = kept.get(url) ?? fetchFile(url);
    kept.set(url, file);
    const { type, body } = await file;
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function withoutScripts(html: string, site: string): Promise<string> {
  let still = html.replaceAll(/<script[^>]*>[\s\S]*?<\/script>|<link rel="modulepreload[^>]*>/g, '');
  for (const [link, path] of still.matchAll(/<link rel="stylesheet" href="([^"]+)"[^>]*>/g))
    still = still.replace(link, `<style>${await (await fetch(site + path)).text()}</style>`);
  return still;
}

const ACCEPT = { 'Accept-Encoding': 'br' };
/** Headers that Node sets itself. */
const BY_NODE = ['date', 'connection', 'keep-alive'];

/** The home page over fifty connections, compared with bare Node that sends the same answer and writes a log. */
export async function measureServing(): Promise<Row[]> {
  await using site = await startSite();
  const folder = site.place.env.DATA_DIR;
  const answer = join(folder, 'answer.json');
  writeFileSync(answer, JSON.stringify(await answerAt(site.url + PAGES.home)));
  await using bare = await startFloor('page', answer, join(folder, 'bare.log'));
  const ours = site.url + PAGES.home;
  const serve = (url: string, seconds: number) => runWrk(url, { seconds, headers: ACCEPT });
  // Both servers get requests before the measurement, because Node's compiler slows a server in its first seconds.
  await serve(ours, 8);
  await serve(bare.url, 2);
  const { perSecond } = await alternate(
    5,
    () => serve(ours, 3),
    () => serve(bare.url, 3),
  );
  const measured = ['Serving a page', 'requests a second', '/s'] as const;
  return [compared(measured, perSecond, 'node:http, same headers, body and a log', '≥ 0.7 ×')];
}

async function answerAt(url: string): Promise<KeptAnswer> {
  const [answer] = (await once(get(url, { headers: ACCEPT }), 'response')) as [IncomingMessage];
  const { rawHeaders } = answer;
  const headers = rawHeaders.filter(
    (_, at) => !BY_NODE.includes((rawHeaders[at - (at % 2)] ?? '').toLowerCase()),
  );
  return { headers, body: (await buffer(answer)).toString('base64') };
}

/**
 * The milliseconds before idle memory is measured. V8 waits about half a minute after the last work before it frees the memory that
 * only the start needed.
 */
const IDLE_MS = 45_000;
const SIGN_INS = 1_500;

/**
 * Measures the built site on an existing SQLite file: the time from the start of the process to the first page, the memory
 * when idle, and the peak memory under the benchmark's loads (pages, user records, forms, sign-ins), one after the other.
 */
export async function measureStartAndSize(): Promise<Row[]> {
  const place = await makeThrowAwayPlace('');
  const timedStart = async () => {
    const from = performance.now();
    const site = await startSiteOn(place);
    await (await fetch(site.url + PAGES.home)).arrayBuffer();
    return { ...site, milliseconds: performance.now() - from };
  };
  const starts: number[] = [];
  for (let start = 0; start <= 5; start++) {
    await using server = await timedStart();
    // The first start is not counted, because it creates the database file.
    if (start > 0) starts.push(server.milliseconds);
    else await withDatabase(place, (db) => addAccounts(db, 1 + SIGN_INS));
  }
  let idle = Number.NaN;
  let most = Number.NaN;
  {
    await using site = await timedStart();
    await pause(IDLE_MS);
    idle = residentOf(site.pid, 'VmRSS');
    const { id, client } = await signIn(site.url, 0);
    await runWrk(site.url + PAGES.home, { seconds: 4, headers: { 'Accept-Encoding': 'gzip' } });
    await runWrk(site.url + pathFor(PRODUCT_API.user, id), { seconds: 4, headers: client.headers() });
    await formLoad(site.url, 4);
    await signInLoad(site.url, { seconds: 4, atOnce: MOST_WAITING_HASHES, from: 1 });
    most = residentOf(site.pid, 'VmHWM');
  }
  await place.remove();
  const target = 'Start and size';
  return [
    { target, what: 'from the process to the first page', unit: 'ms', ours: median(starts), limit: '≤ 500' },
    { target, what: 'resident, idle', unit: 'MB', ours: idle, limit: '≤ 130' },
    { target, what: 'resident under load, the most', unit: 'MB', ours: most, limit: '≤ 220' },
  ];
}
