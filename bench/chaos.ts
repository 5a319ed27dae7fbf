import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type DatabaseLocation, openDatabase } from '#server/database/database.ts';
import { startFakeSmtp } from '#server/testing/fake-mail.ts';
import { mountSmallDisk } from '#server/testing/folders.ts';
import { startOwnRedis } from '#server/testing/loopback-servers.ts';
import { until } from '#server/testing/server-process.ts';
import { checkLedger, goodAgainAfter, mailsWaiting, openLedger } from './chaos/ledger.ts';
import { type SiteProcesses, startSiteProcesses } from './chaos/site-processes.ts';
import { startVisitors } from './chaos/visitors.ts';
import { table } from './support/figures.ts';
import { undoneAtExit } from './support/leave-nothing.ts';
import { startOwnPostgres } from './support/own-postgres.ts';

/**
 * Breaks the services that the site depends on, one after the other, while simulated visitors use the site. Then checks that
 * everything that the site confirmed to them is stored. Breaks only what this benchmark started: processes, PostgreSQL, Redis,
 * mail server, disk.
 *
 *   npm run bench -- chaos [--only "redis"]
 */
const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const WARM_UP_MS = 3_000;
const BROKEN_FOR_MS = 5_000;

using postgres = await startOwnPostgres();
const redis = await startOwnRedis();
undoneAtExit(() => void redis.kill());
const disk = mountSmallDisk();
undoneAtExit(disk.remove);

type Scenario = {
  readonly name: string;
  /** True if the site runs as one process with SQLite on a small disk. Otherwise two processes run with PostgreSQL and Redis. */
  readonly isSqlite?: true;
  /**
   * True if visitors must not notice the fault: no request may fail and no mail may come twice. In other scenarios a mail may
   * come twice: the site sends a mail again if it could not record that the mail server took it (at-least-once delivery).
   */
  readonly isUnnoticed?: true;
  /** Causes the fault. `mend` repairs it. */
  readonly fail: (parts: Parts) => unknown;
  readonly mend: (parts: Parts) => unknown;
};
type Parts = {
  readonly site: SiteProcesses;
  readonly mail: Awaited<ReturnType<typeof startFakeSmtp>>;
};

/** The faults to cause. The site must survive each of them. */
const SCENARIOS: readonly Scenario[] = [
  {
    name: 'kill -9 one of two processes',
    fail: ({ site }) => site.kill(0),
    mend: ({ site }) => site.start(0),
  },
  {
    name: 'rolling restart',
    isUnnoticed: true,
    fail: ({ site }) => site.restart(0),
    mend: ({ site }) => site.restart(1),
  },
  { name: 'Redis stopped', isUnnoticed: true, fail: () => redis.kill(), mend: () => redis.start() },
  { name: 'Redis silent', isUnnoticed: true, fail: redis.fallSilent, mend: redis.speak },
  {
    name: 'PostgreSQL restarted (fast)',
    fail: () => postgres.stop('fast'),
    mend: () => postgres.start(),
  },
  {
    name: 'PostgreSQL crashed (immediate)',
    fail: () => postgres.stop('immediate'),
    mend: () => postgres.start(),
  },
  {
    name: 'mail refused',
    isUnnoticed: true,
    // The mail server refuses new connections. On connections that are already open, it refuses each mail.
    fail: ({ mail }) =>
      Object.assign(mail.answers, { greeting: '421 4.3.2 Not now', mailFrom: '451 4.3.0 Not now' }),
    mend: ({ mail: { answers } }) => {
      delete answers.greeting;
      delete answers.mailFrom;
    },
  },
  { name: 'disk full', isSqlite: true, fail: disk.fill, mend: disk.makeRoom },
];

const chosen = SCENARIOS.filter(({ name }) => name.toLowerCase().includes(options.only.toLowerCase()));
const rows = [];
let isGood = chosen.length > 0;
for (const scenario of chosen) {
  tell(scenario.name);
  const { broken, figures } = await observe(scenario);
  for (const line of broken) tell(line);
  rows.push({ Fault: scenario.name, ...figures });
  isGood &&= broken.length === 0;
}
await redis.kill();
process.stdout.write(`${table(rows)}\n\n${isGood ? 'Every promise was kept.' : 'A PROMISE WAS BROKEN.'}\n`);
process.exitCode = isGood ? 0 : 1;

/**
 * Causes and mends a fault while visitors use the site. Then waits until all mails are sent, and compares what the site
 * acknowledged with what it stored.
 */
async function observe({ isSqlite, isUnnoticed, fail, mend }: Scenario) {
  const location: DatabaseLocation = isSqlite
    ? { kind: 'sqlite', file: join(disk.folder, 'site.sqlite') }
    : { kind: 'postgres', url: await postgres.addDatabase() };
  const mail = await startFakeSmtp();
  const site = await startSiteProcesses(isSqlite ? 1 : 2, {
    SMTP_URL: mail.url,
    FORM_NOTIFY_TO: 'desk@example.com',
    DATA_DIR: isSqlite ? disk.folder : tmpdir(),
    ...(location.kind === 'postgres' && {
      DATABASE_URL: location.url,
      REDIS_URL: redis.url,
      AUTH_SECRET: 'only for this run, and long enough for it',
    }),
  });
  const ledger = openLedger();
  const visitors = startVisitors(site.url, mail, ledger);
  await pause(WARM_UP_MS);
  const failedBefore = ledger.failed;
  tell('  breaking');
  await fail({ site, mail });
  await pause(BROKEN_FOR_MS);
  await mend({ site, mail });
  const mended = performance.now();
  tell('  mended, and waiting for a good visit');
  await until(() => goodAgainAfter(ledger, mended) !== undefined);
  await visitors.stop();
  tell('  waiting for the mails, and comparing');
  const broken: string[] = [];
  const db = openDatabase(location, (error) => void broken.push(error.message));
  await until(async () => (await mailsWaiting(db)) === 0);
  const check = await checkLedger(db, mail, ledger);
  await db.destroy();
  const badEnds = await site.close();
  await mail.close();

  const failed = ledger.failed - failedBefore;
  if (failedBefore > 0) broken.push(`${failedBefore} requests failed before anything was broken`);
  broken.push(...check.lost, ...ledger.wrong, ...badEnds);
  if (isUnnoticed && failed > 0) broken.push(`${failed} requests failed, and none should`);
  if (isUnnoticed && check.doubles > 0) broken.push(`${check.doubles} mails came twice`);
  if (/unhandled|uncaught/i.test(site.output())) broken.push('the log tells of an unhandled error');
  const figures = {
    failed: `${failed} of ${ledger.requests}`,
    acknowledged: check.acknowledged,
    lost: check.lost.length,
    wrong: ledger.wrong.length,
    'mails twice': check.doubles,
    'good after its end': `${Math.round(goodAgainAfter(ledger, mended) ?? Number.NaN)} ms`,
  };
  return { broken, figures };
}

/** Logs each step, so that a hanging run shows where it stopped. */
function tell(step: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${step}\n`);
}
