import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { ACCOUNT_API, OPERATIONS } from '#contract/paths.ts';
import {
  type HostileRequest,
  hostileRequest,
  problemWith,
  ROUTES,
} from '#server/testing/hostile-requests.ts';
import { PROCESS_ORIGIN } from '#server/testing/server-process.ts';
import { type RawRequest, rawRequest, sendRaw } from './fuzz/raw-requests.ts';
import { createVisitor, type Visitor } from './support/client.ts';
import { addConfirmedAccounts, BENCH_PASSWORD } from './support/confirmed-accounts.ts';
import { table } from './support/figures.ts';
import { residentOf } from './support/process-cost.ts';
import { startSite } from './support/site.ts';

/**
 * Sends hostile requests to a real server process: every route and method with malformed paths, headers, cookies and bodies over
 * kept-alive connections, and some of them as bytes that are not valid HTTP.
 *
 *   npm run bench -- fuzz [--requests 100000] [--seed 1]      (DATABASE_URL: use that PostgreSQL server)
 */
const { values: options } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '' } },
});
const REQUESTS = Number(options.requests);
const FIRST_SEED = options.seed === '' ? Math.floor(Math.random() * 2 ** 31) : Number(options.seed);
/** The requests of a case run concurrently; a failing case is shrunk to the fewest requests that still fail. */
const CASE = { minLength: 1, maxLength: 20 };
const CASES_PER_ROUND = 50;
const RAW_PER_ROUND = 25;
const ANSWER_WITHIN_MS = 30_000;
/** A run of more than 200 equal characters, which the report shortens. */
const LONG_RUN = /(\w)\1{200,}/g;
/** Memory grows during the first requests, until caches are full and code is compiled. */
const WARM_UP_REQUESTS = 10_000;
/** Expected statuses from 500 up: the server starts or stops (503), or the HTTP version is not supported (505). */
const EXPECTED: readonly number[] = [503, 505];
/** Compares the lowest memory of the first and the last fifth: garbage is freed, but a leak raises the minimum. */
const MEMORY_MAY_GROW = 1.2;

await using server = await startSite(
  { RATE_LIMIT_SCALE: '1000000', LOG_LEVEL: 'error' },
  process.env.DATABASE_URL,
);
const agent = new Agent({ keepAlive: true, maxSockets: CASE.maxLength });
const statuses = new Map<string, number>();
/** Megabytes of memory, measured after the warm-up. */
const resident: number[] = [];
const problems: string[] = [];
let visitor: Visitor = createVisitor(server.url);
let sent = 0;
let raw = 0;
let ended = false;
void server.exit.then(() => {
  ended = true;
});

process.stdout.write(`${REQUESTS} requests over ${ROUTES.length} routes; the first seed is ${FIRST_SEED}\n`);
try {
  // A person stays signed in until a request signs out; then another person signs in.
  for (let round = 0; sent + raw < REQUESTS && problems.length === 0 && !ended; round++) {
    const seed = FIRST_SEED + round;
    await stayIn(round);
    await check(
      seed,
      fc.asyncProperty(fc.array(hostileRequest(PROCESS_ORIGIN), CASE), tryHttp),
      CASES_PER_ROUND,
    );
    await check(seed, fc.asyncProperty(rawRequest, tryRaw), RAW_PER_ROUND);
    if (sent + raw >= WARM_UP_REQUESTS) resident.push(residentOf(server.pid));
    if (round % 20 === 0) process.stderr.write(`${sent + raw} …\n`);
  }
  const alive = await fetch(`${server.url}${OPERATIONS.ready}`).catch(() => undefined);
  if (alive?.status !== 200) problems.push('the server is not ready any more');
} finally {
  agent.destroy();
  server.terminate();
  const { code } = await server.exit;
  if (code !== 0) problems.push(`the server ended with ${code}`);
}
const complaints = server
  .output()
  .split('\n')
  .filter((line) => /"level":|warning:|unhandled|uncaught/i.test(line));
problems.push(...complaints);
const fifth = Math.ceil(resident.length / 5);
const [early, late] = [resident.slice(0, fifth), resident.slice(-fifth)].map((some) => Math.min(...some));
if (early !== undefined && late !== undefined && late > early * MEMORY_MAY_GROW)
  problems.push(`memory grew from ${early} to ${late} MB`);
const rows = [...statuses].sort().map(([Status, answers]) => ({ Status, answers }));
process.stdout.write(
  `${table(rows)}\n\n${sent} requests and ${raw} as bytes; resident once warm: ${resident.length === 0 ? 'not reached' : `${early} MB, in the end ${late} MB`}\n` +
    `${problems.length === 0 ? 'Nothing broke.' : `IT BROKE:\n${problems.join('\n')}`}\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

async function check<T>(
  seed: number,
  property: fc.IAsyncPropertyWithHooks<[T]>,
  numRuns: number,
): Promise<void> {
  const details = await fc.check(property, { seed, numRuns });
  if (!details.failed) return;
  const report = fc.defaultReportMessage(details) ?? `seed ${seed} failed`;
  problems.push(`${String(details.errorInstance)}\n${report.replace(LONG_RUN, '$1…$1')}`);
}

async function tryHttp(requests: readonly HostileRequest[]): Promise<void> {
  const found = await Promise.all(requests.map(problemOf));
  const first = found.find((problem) => problem !== undefined);
  if (first !== undefined) throw new Error(first);
}

async function tryRaw(bytes: RawRequest): Promise<void> {
  raw++;
  const received = await sendRaw(server.port, bytes);
  for (const status of received) count(`raw ${status}`);
  const bad = received.find((status) => status >= 500 && !EXPECTED.includes(status));
  if (bad !== undefined || ended) throw new Error(ended ? 'the server ended' : `status ${bad}`);
}

async function problemOf(request: HostileRequest): Promise<string | undefined> {
  sent++;
  const { method, path, headers, body, isSignedIn } = request;
  const cookie = isSignedIn
    ? { cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    : {};
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = httpRequest(
    {
      ...{ agent, host: '127.0.0.1', port: server.port, method, path, timeout: ANSWER_WITHIN_MS },
      headers: { ...headers, ...cookie, ...(body && { 'content-length': body.byteLength }) },
    },
    resolve,
  );
  outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
  outgoing.on('error', reject);
  outgoing.end(body);
  try {
    const incoming = await promise;
    const text = Buffer.concat(await incoming.toArray()).toString();
    const status = incoming.statusCode ?? 0;
    count(String(status));
    // Node refused the request before the site saw it.
    if (status === 400 && text === '') return undefined;
    const header = (name: string) => incoming.headers[name]?.toString();
    return problemWith(request, { status, text, header });
  } catch (error) {
    if (ended) return 'the server ended';
    // A reused connection may have been closed because of an earlier request, so this request is not at fault.
    return outgoing.reusedSocket ? undefined : String(error);
  }
}

async function stayIn(round: number): Promise<void> {
  const session = await visitor.send('GET', ACCOUNT_API.session);
  if ((session?.json as { data: unknown } | undefined)?.data) return;
  visitor = createVisitor(server.url);
  const email = `fuzz-${round}@example.com`;
  await addConfirmedAccounts(server.place, [email]);
  const signedIn = await visitor.send('POST', ACCOUNT_API.signIn, { email, password: BENCH_PASSWORD });
  if (signedIn?.status !== 200) throw new Error('could not sign in');
}

function count(status: string): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}
