import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type DatabaseLocation, openDatabase } from '#server/database/database.ts';
import type { ServerSettings } from '#server/testing/server-process.ts';
import { checkLedger, mailsWaiting } from './chaos/check-ledger.ts';
import { goodAgainAfter, openLedger } from './chaos/ledger.ts';
import { startLoad } from './chaos/load.ts';
import { SCENARIOS, type Scenario } from './chaos/scenarios.ts';
import { mountSmallDisk } from './chaos/small-disk.ts';
import { table } from './support/figures.ts';
import { type MailServer, startMailServer } from './support/mail-server.ts';
import { startOwnPostgres } from './support/own-postgres.ts';
import { startOwnRedis } from './support/own-redis.ts';
import { type SiteProcesses, startSiteProcesses } from './support/site-processes.ts';
import { pause, waitFor } from './support/wait.ts';

/**
 * Breaks what the site stands on, one thing after the other, while people use it, and compares what they were promised
 * with what is there afterwards. Everything it breaks is its own: processes, PostgreSQL, Redis, mail server, disk.
 *
 *   npm run bench -- chaos [--only "redis"] [--rate 3] [--residents 6] [--broken-for 5]
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rate: { type: 'string', default: '3' },
    residents: { type: 'string', default: '6' },
    'broken-for': { type: 'string', default: '5' },
    /** Prints what the processes wrote. */
    log: { type: 'boolean', default: false },
  },
});
const BROKEN_FOR_MS = Number(options['broken-for']) * 1_000;
const brokenFor = () => pause(BROKEN_FOR_MS);
const LOAD = { journeysPerSecond: Number(options.rate), residents: Number(options.residents) };
const DESK = 'desk@example.com';
const WARM_UP_MS = 3_000;
const GOOD_AGAIN_WITHIN_MS = 60_000;
/** A mail whose holder was killed is free after 30 s, and found within another 30. */
const MAILS_OUT_WITHIN_MS = 120_000;

type Figures = {
  readonly scenario: string;
  readonly journeys: number;
  readonly requests: number;
  readonly failedRequests: number;
  readonly failures: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  readonly lost: number;
  readonly wrong: number;
  readonly lostSessions: number;
  readonly doubleMails: number;
  /** Milliseconds from the fault, and from its end, to the end of the first good journey begun after it. */
  readonly goodAfterFault: number;
  readonly goodAfterMending: number;
  /** Milliseconds from the end of the load until no mail waits. */
  readonly mailsOutAfter: number;
  readonly broken: readonly string[];
};

const chosen = SCENARIOS.filter(({ name }) => name.toLowerCase().includes(options.only.toLowerCase()));
const isSeveral = chosen.some(({ setting }) => setting === 'several');
const postgres = isSeveral ? await startOwnPostgres() : undefined;
const redis = isSeveral ? await startOwnRedis() : undefined;
const results: Figures[] = [];
try {
  for (const scenario of chosen) {
    process.stderr.write(`${scenario.name} …\n`);
    const figures = await observe(scenario);
    for (const line of figures.broken) process.stderr.write(`  ${line}\n`);
    results.push(figures);
  }
  process.stdout.write(`${printed(results)}\n\n${JSON.stringify(results)}\n`);
  const isGood = results.length > 0 && results.every(({ broken }) => broken.length === 0);
  process.stdout.write(isGood ? 'Every promise was kept.\n' : 'A PROMISE WAS BROKEN.\n');
  process.exitCode = isGood ? 0 : 1;
} finally {
  await redis?.stop();
  postgres?.remove();
}

async function observe(scenario: Scenario): Promise<Figures> {
  if (scenario.setting === 'one') {
    const disk = mountSmallDisk();
    try {
      const location: DatabaseLocation = { kind: 'sqlite', file: join(disk.folder, 'site.sqlite') };
      return await under(scenario, location, 1, { DATA_DIR: disk.folder }, (site, mail) =>
        scenario.run({ site, mail, disk }, brokenFor),
      );
    } finally {
      disk.remove();
    }
  }
  if (postgres === undefined || redis === undefined) throw new Error('nothing was started');
  const url = await postgres.addDatabase();
  const env = {
    DATA_DIR: tmpdir(),
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    AUTH_SECRET: 'only for this run, and long enough for it',
  };
  return under(scenario, { kind: 'postgres', url }, 2, env, (site, mail) =>
    scenario.run({ site, mail, postgres, redis }, brokenFor),
  );
}

/** Runs the load, has something broken and mended, lets everything come to rest, and compares. */
async function under(
  { name, unnoticed, mayDoubleMails }: Scenario,
  location: DatabaseLocation,
  processes: number,
  env: ServerSettings,
  breakAndMend: (site: SiteProcesses, mail: MailServer) => Promise<void>,
): Promise<Figures> {
  const mail = await startMailServer();
  const site = await startSiteProcesses(processes, { ...env, SMTP_URL: mail.url, FORM_NOTIFY_TO: DESK });
  const ledger = openLedger();
  const broken: string[] = [];
  const note = (error: Error) => void broken.push(error.message);
  try {
    await waitFor('the proxy finds the site', 10_000, async () => (await fetch(site.url)).ok);
    const load = await startLoad({ url: site.url, mail, ledger }, LOAD);
    await pause(WARM_UP_MS);
    const failedBefore = ledger.failed;
    const fault = performance.now();
    tell('breaking');
    await breakAndMend(site, mail);
    tell('mended, and waiting for a good journey');
    const mended = performance.now();
    const isGoodAgain = () => goodAgainAfter(ledger, mended) !== undefined;
    await waitFor('a good journey', GOOD_AGAIN_WITHIN_MS, isGoodAgain).catch(note);
    tell('letting the load come to its end');
    await load.stop();
    tell('waiting for the mails, and comparing');
    const db = openDatabase(location, note);
    const isOut = async () => (await mailsWaiting(db)) === 0;
    const mailsOutAfter = await waitFor('all mails out', MAILS_OUT_WITHIN_MS, isOut).catch(note);
    const check = await checkLedger(db, mail, ledger);
    await db.destroy();
    await site.close();
    const failed = ledger.failed - failedBefore;
    if (failedBefore > 0) broken.push(`${failedBefore} requests failed before anything was broken`);
    broken.push(...check.lost, ...ledger.wrong, ...ledger.lostSessions, ...site.badEnds());
    if (unnoticed && failed > 0) broken.push(`${failed} requests failed, and none should`);
    if (!mayDoubleMails && check.doubles > 0) broken.push(`${check.doubles} mails came twice`);
    if (/unhandled|uncaught/i.test(site.output())) broken.push('the log tells of an unhandled error');
    if (options.log) process.stderr.write(site.output());
    return {
      scenario: name,
      journeys: ledger.journeys.length,
      requests: ledger.requests,
      failedRequests: failed,
      failures: Object.fromEntries(ledger.failures),
      acknowledged: check.acknowledged,
      lost: check.lost.length,
      wrong: ledger.wrong.length,
      lostSessions: ledger.lostSessions.length,
      doubleMails: check.doubles,
      goodAfterFault: Math.round(goodAgainAfter(ledger, fault) ?? -1),
      goodAfterMending: Math.round(goodAgainAfter(ledger, mended) ?? -1),
      mailsOutAfter: Math.round(mailsOutAfter ?? -1),
      broken,
    };
  } finally {
    await Promise.all(site.running().map((server) => server.kill9()));
    await mail.close();
  }
}

/** So that a run that hangs shows where. */
function tell(step: string): void {
  process.stderr.write(`  ${new Date().toISOString().slice(11, 19)} ${step}\n`);
}

function printed(figures: readonly Figures[]): string {
  const head = [
    ...['Fault', 'journeys', 'requests', 'failed', 'acknowledged', 'lost', 'wrong', 'sessions lost'],
    ...['mails twice', 'good after fault', 'after its end', 'mails out after'],
  ];
  const ms = (value: number) => (value < 0 ? 'never' : `${value} ms`);
  const rows = figures.map((one) => [
    one.scenario,
    ...[one.journeys, one.requests, one.failedRequests, one.acknowledged].map(String),
    ...[one.lost, one.wrong, one.lostSessions, one.doubleMails].map(String),
    ...[one.goodAfterFault, one.goodAfterMending, one.mailsOutAfter].map(ms),
  ]);
  return table([head, ...rows]);
}
