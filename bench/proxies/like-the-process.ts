import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PAGES } from '#content/page-paths.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { Answer, ask } from './ask.ts';

type Ask = (path: string, options: Parameters<typeof ask>[2]) => Promise<Answer>;
type Request = { readonly path: string; readonly encoding?: string; readonly method?: string };

/** Headers that differ between servers or between any two answers. */
const NOT_COMPARED = [
  'accept-ranges',
  'alt-svc',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'server',
  'transfer-encoding',
  'via',
  'x-request-id',
];
const ENCODINGS = ['identity', 'gzip', 'br, gzip'];
/** API calls without cookie or body: any answer of the process is enough for the comparison. */
const CALLS: readonly Request[] = [
  ...Object.values(ACCOUNT_API).flatMap((path) => [{ path }, { path, method: 'POST' }]),
  ...['/your-data/link', '/your-data/sent'].map((path) => ({ path })),
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

/** Requests every file of an export in each encoding, and missing paths, from a proxy and from the process. */
export async function compare(direct: Ask, through: Ask, exported: string) {
  const requests: Request[] = [
    ...ownPaths(exported).flatMap((path) => ENCODINGS.map((encoding) => ({ path, encoding }))),
    ...[PAGES.home, PAGES.about, '/nowhere'].map((path) => ({ path, method: 'HEAD' })),
    ...ODD_PATHS.map((path) => ({ path })),
    ...['POST', 'DELETE'].map((method) => ({ path: PAGES.about, method })),
    ...CALLS,
    ...['/profile', '/security.txt', '/api/nothing'].map((path) => ({ path })),
  ];
  const found: string[] = [];
  for (const request of requests) {
    const [wanted, given] = [await askPlainly(direct, request), await askPlainly(through, request)];
    const difference = differenceOf(wanted, given);
    if (difference !== '') found.push(`${JSON.stringify(request)}: ${difference}`);
  }
  return { asked: requests.length, differences: found };
}

/** The exported paths, from the `_headers` file for static hosts, which names each once. */
function ownPaths(exported: string): string[] {
  return readFileSync(join(exported, 'site', '_headers'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('/') && !['/*', '/404.html'].includes(line));
}

async function askPlainly(ask: Ask, { path, encoding = 'gzip', method = 'GET' }: Request): Promise<Answer> {
  const answer = await ask(path, { method, headers: { 'accept-encoding': encoding } });
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
