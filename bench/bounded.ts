import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { withDatabase } from '#server/testing/process-database.ts';
import { ACCOUNTS, FLOODS, type Flood } from './bounded/floods.ts';
import type { FloodAnswers, FloodOrder } from './bounded/send-flood.ts';
import { createClient } from './support/client.ts';
import { addConfirmedAccounts } from './support/confirmed-accounts.ts';
import { median, table } from './support/figures.ts';
import { residentOf } from './support/process-cost.ts';
import { type BenchSite, startSite } from './support/site.ts';
import { pause } from './support/wait.ts';

/**
 * Is the site bounded whatever is sent? Sends each flood from one IPv6 /48 to a server of its own, with the limits of
 * a real site, and looks at it meanwhile as a visitor does who asks for a page each 50 ms.
 *
 *   npm run bench -- bounded [--seconds 60] [--only forms,sign-ups]
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
  },
});
const SECONDS = Number(options.seconds);
const ONLY = options.only.split(',');

const MOST = { timesIdle: 3, residentMegabytes: 250, diskMegabytesADay: 200 } as const;
const LOOK_EACH_MS = 50;
const IDLE_SECONDS = Math.min(10, SECONDS);

type Watched = { readonly page: number; readonly resident: number };

let broken = 0;
const rows: Record<string, string>[] = [];
for (const flood of FLOODS.filter(({ name }) => ONLY.some((part) => name.includes(part))))
  rows.push(await run(flood));
process.stdout.write(`${table(rows)}\n`);
process.stdout.write(
  broken === 0
    ? 'All within their bounds.\n'
    : `${broken} beyond a bound (marked with !): a page takes at most ${MOST.timesIdle} times what it takes idle, ${MOST.residentMegabytes} MB are resident, ${MOST.diskMegabytesADay} MB are written a day.\n`,
);
process.exitCode = broken === 0 ? 0 : 1;

async function run(flood: Flood): Promise<Record<string, string>> {
  await using site = await startSite({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'info' });
  await addConfirmedAccounts(site.place, ACCOUNTS);
  await watch(site, pause(1_000));
  const idle = await watch(site, pause(IDLE_SECONDS * 1_000));
  const before = await bytesOf(site);
  const order: FloodOrder = { name: flood.name, port: site.port, seconds: SECONDS };
  const worker = new Worker(new URL('./bounded/send-flood.ts', import.meta.url), { workerData: order });
  const answered = once(worker, 'message') as Promise<[FloodAnswers]>;
  const busy = await watch(site, answered);
  const [answers] = await answered;
  // What was requested is written within a second, and what was counted within five.
  await pause(6_000);
  return rowOf(flood, answers, { idle, busy, written: (await bytesOf(site)) - before });
}

function rowOf(
  { name, takenADay }: Flood,
  answers: FloodAnswers,
  { idle, busy, written }: { readonly idle: Watched; readonly busy: Watched; readonly written: number },
): Record<string, string> {
  const taken = Object.entries(answers)
    .filter(([status]) => status.startsWith('2'))
    .reduce((sum, [, count]) => sum + count, 0);
  const disk = written / 1e6;
  const share = takenADay === undefined ? (24 * 3_600) / SECONDS : takenADay / Math.max(1, taken);
  const aDay = disk * share;
  const marked = (text: string, isBeyond: boolean) => {
    if (isBeyond) broken += 1;
    return isBeyond ? `${text}!` : text;
  };
  const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  return {
    flood: name,
    answers: counts.join(', '),
    'page, ms': marked(busy.page.toFixed(1), busy.page > MOST.timesIdle * idle.page),
    'idle, ms': idle.page.toFixed(1),
    'resident, MB': marked(busy.resident.toFixed(0), busy.resident > MOST.residentMegabytes),
    'disk, MB': disk.toFixed(1),
    'disk a day, MB': marked(aDay.toFixed(1), aDay > MOST.diskMegabytesADay),
  };
}

/** Asks for a page again and again until something is over. The most memory, and the middle of the times. */
async function watch(site: BenchSite, until: Promise<unknown>): Promise<Watched> {
  const client = createClient(site.url);
  const times: number[] = [];
  let resident = 0;
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  while (!isOver) {
    times.push((await client.get('/')).milliseconds);
    resident = Math.max(resident, residentOf(site.pid));
    await pause(LOOK_EACH_MS);
  }
  client.close();
  return { page: median(times), resident };
}

/** Of the database, with all that its log holds. */
async function bytesOf({ place }: BenchSite): Promise<number> {
  await withDatabase(place, (db) => sql`pragma wal_checkpoint(truncate)`.execute(db));
  return statSync(join(place.env.DATA_DIR, 'site.sqlite')).size;
}
