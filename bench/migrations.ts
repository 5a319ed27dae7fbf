import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { freshSalt, hashPassword } from '#features/accounts/server/passwords.ts';
import { isPostgres } from '#server/database/advisory-lock.ts';
import type { Db } from '#server/database/database.ts';
import { makeThrowAwayPlace, type ThrowAwayPlace, withDatabase } from '#server/testing/process-database.ts';
import { reservePort } from '#server/testing/reserve-port.ts';
import { BENCH_PASSWORD, benchAddress } from './support/confirmed-accounts.ts';
import { table } from './support/figures.ts';
import { undoneAtExit } from './support/leave-nothing.ts';
import { startOwnPostgres } from './support/own-postgres.ts';
import { waitFor } from './support/wait.ts';

/**
 * Upgrades a large site under load: a process of the oldest version that may run beside the present one serves sign-ins,
 * messages and pages, while a process of the present version starts and migrates; then both serve. On SQLite, which allows
 * one process, the time of the start is the downtime for visitors.
 *
 *   npm run bench -- migrations [--accounts 300000] [--messages 500000] [--old FOLDER] [--only postgres]
 */
const { values: options } = parseArgs({
  options: {
    accounts: { type: 'string', default: '300000' },
    messages: { type: 'string', default: '500000' },
    /** A built checkout of the old version. Without it the benchmark builds one, which takes minutes. */
    old: { type: 'string' },
    only: { type: 'string', default: 'postgres,sqlite' },
  },
});
const OLD_VERSION = '8fe01bd';
const NEW = join(import.meta.dirname, '..');
const LONGEST_WAIT_MS = 1_000;
const LANES = 6;
const SETTLE_MS = 10_000;
/** SQLite migrates before it serves, so the start of a large site may take this long. */
const READY_WITHIN_MS = 30 * 60_000;

const old = options.old ?? buildOld();
const rows: Record<string, string | number>[] = [];
let failed = false;

function buildOld(): string {
  const folder = mkdtempSync(join(tmpdir(), 'old-'));
  undoneAtExit(() => rmSync(folder, { recursive: true, force: true }));
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  run('git', 'clone', '--quiet', NEW, '.');
  run('git', 'checkout', '--quiet', OLD_VERSION);
  run('npm', 'ci', '--no-audit', '--no-fund');
  run('npm', 'run', 'build');
  return folder;
}

async function fill(db: Db): Promise<void> {
  const hash = await hashPassword(BENCH_PASSWORD, freshSalt());
  const now = new Date().toISOString();
  const id = isPostgres(db) ? sql`gen_random_uuid()::text` : sql`lower(hex(randomblob(16)))`;
  const numbers = (count: string) =>
    sql`with recursive s(n) as (select 0 union all select n + 1 from s where n + 1 < ${sql.lit(Number(count))})`;
  await sql`insert into users (id, name, email, created_at, updated_at, gender, dob, about, login_count)
    ${numbers(options.accounts)} select ${id}, 'Person ' || n, 'person-' || n || '@example.com', ${now}, ${now},
    'female', '1990-05-17', 'Writes, walks and reads.', 3 from s`.execute(db);
  await sql`insert into passwords (user_id, hash, updated_at) select id, ${hash}, ${now} from users`.execute(
    db,
  );
  await sql`insert into submissions (id, form, state, name, email, message, fields, digest, created_at)
    ${numbers(options.messages)} select ${id}, 'contact', 'received', 'Person ' || n, 'writer-' || n || '@example.com',
    'Message number ' || n || ' of a few sentences, as people send them. It asks for prices and for a day to talk.',
    '{}', ${id}, ${now} from s`.execute(db);
  if (isPostgres(db)) await sql`vacuum analyze`.execute(db);
}

/** Starts a built checkout as a separate process; `ready` resolves once it serves. */
function startSite(folder: string, place: ThrowAwayPlace, port: number) {
  const child = spawn(process.execPath, ['build/server/main.mjs'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      ...place.env,
      PORT: String(port),
      SITE_ORIGIN: `http://localhost:${ports.old}`,
      RATE_LIMIT_SCALE: '1000000',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const exit = once(child, 'exit');
  undoneAtExit(() => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => child.exitCode !== null || (await fetch(`${url}/readyz`)).ok;
  const ready = waitFor('the site is ready', READY_WITHIN_MS, isReady).then(() => {
    if (child.exitCode !== null) throw new Error(`The site did not start:\n${output}`);
  });
  return {
    url,
    ready,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

type Site = ReturnType<typeof startSite>;

const ports = { old: await reservePort(), new: await reservePort() };

type Answer = { readonly at: number; readonly ms: number; readonly status: number; readonly what: string };

/** Requests sign-ins, messages and pages from the sites that serve, until stopped. */
function load(sites: () => readonly Site[]) {
  const answers: Answer[] = [];
  let isOver = false;
  let asked = 0;
  const ask = async (): Promise<void> => {
    const number = asked++;
    const site = sites()[number % sites().length];
    if (site === undefined) return;
    const origin = `http://localhost:${ports.old}`;
    const headers = {
      origin,
      accept: 'application/json',
      'x-forwarded-for': `198.51.100.${number % 250}`,
    };
    const email = benchAddress((number * 7_919) % Number(options.accounts));
    const requests = [
      ['/pricing', { headers: { ...headers, accept: 'text/html' } }],
      [
        '/api/account/sign-in',
        {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: BENCH_PASSWORD, rememberDevice: false }),
        },
      ],
      [
        '/f/contact',
        {
          method: 'POST',
          headers,
          body: new URLSearchParams({
            name: 'Asha',
            email,
            subject: 'Prices',
            message: `Message ${number}.`,
          }),
        },
      ],
    ] as const;
    const [path, init] = requests[number % requests.length] ?? requests[0];
    const at = performance.now();
    const status = await fetch(`${site.url}${path}`, init).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    answers.push({ at, ms: performance.now() - at, status, what: path });
  };
  const lanes = Array.from({ length: LANES }, async () => {
    while (!isOver) await ask();
  });
  return {
    answers,
    stop: async () => {
      isOver = true;
      await Promise.all(lanes);
    },
  };
}

function report(when: string, answers: readonly Answer[]): void {
  const longest = Math.max(...answers.map(({ ms }) => ms));
  const bad = answers.filter(({ status }) => status === 0 || status >= 500);
  if (longest > LONGEST_WAIT_MS || bad.length > 0) failed = true;
  rows.push({
    When: when,
    Requests: answers.length,
    'Longest wait': `${Math.round(longest)} ms`,
    'Not answered, or 5xx': bad.length,
  });
}

async function unfilled(db: Db): Promise<number> {
  const { rows: found } = await sql<{
    count: string;
  }>`select (select count(*) from users where search_words is null)
    + (select count(*) from submissions where search_words is null) as count`.execute(db);
  return Number(found[0]?.count);
}

if (options.only.includes('postgres')) {
  using postgres = await startOwnPostgres();
  const place = await makeThrowAwayPlace(await postgres.addDatabase());
  const before = startSite(old, place, ports.old);
  await before.ready;
  process.stderr.write('PostgreSQL: filling …\n');
  await withDatabase(place, fill);
  const sites: Site[] = [before];
  const visitors = load(() => sites);
  await pause(SETTLE_MS);
  const started = performance.now();
  process.stderr.write('PostgreSQL: migrating …\n');
  const after = startSite(NEW, place, ports.new);
  await after.ready;
  const served = performance.now();
  sites.push(after);
  await withDatabase(place, async (db) => {
    while ((await unfilled(db)) > 0) await pause(1_000);
  });
  const filled = performance.now();
  await pause(SETTLE_MS);
  await visitors.stop();
  const between = (from: number, to: number) => visitors.answers.filter(({ at }) => at >= from && at < to);
  report('before', between(0, started));
  report(`while it migrates (${seconds(served - started)})`, between(started, served));
  report(`while old rows are filled (${seconds(filled - served)})`, between(served, filled));
  report('both versions side by side', between(filled, Number.POSITIVE_INFINITY));
  await before.stop();
  await after.stop();
  await place.remove();
}

if (options.only.includes('sqlite')) {
  const place = await makeThrowAwayPlace('');
  const before = startSite(old, place, ports.old);
  await before.ready;
  await before.stop();
  process.stderr.write('SQLite: filling …\n');
  await withDatabase(place, fill);
  process.stderr.write('SQLite: migrating …\n');
  const started = performance.now();
  const after = startSite(NEW, place, ports.old);
  await after.ready;
  const took = performance.now() - started;
  const told = /takes about (\d+) seconds/.exec(after.output())?.[1] ?? 'nothing';
  rows.push({
    When: `SQLite: away for ${seconds(took)}, told before: ${told} s`,
    Requests: 0,
    'Longest wait': '',
    'Not answered, or 5xx': 0,
  });
  await after.stop();
  await place.remove();
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

process.stdout.write(`${table(rows)}\n`);
process.exitCode = failed ? 1 : 0;
