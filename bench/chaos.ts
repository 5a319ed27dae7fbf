import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type DatabaseLocation, openDatabase } from '#server/database/database.ts';
import { startFakeSmtp } from '#server/testing/fake-smtp.ts';
import { startOwnRedis } from '#server/testing/own-redis.ts';
import { mountSmallDisk } from '#server/testing/small-disk.ts';
import { checkLedger, goodAgainAfter, mailsWaiting, openLedger } from './chaos/ledger.ts';
import { startLoad } from './chaos/load.ts';
import { SCENARIOS, type Scenario } from './chaos/scenarios.ts';
import { startSiteProcesses } from './chaos/site-processes.ts';
import { table } from './support/figures.ts';
import { undoneAtExit } from './support/leave-nothing.ts';
import { startOwnPostgres } from './support/own-postgres.ts';
import { waitFor } from './support/wait.ts';

/**
 * Breaks the services that the site depends on, one after the other, while people use the site, and compares what was promised
 * to them with what is stored afterwards. The benchmark breaks only what it started: processes, PostgreSQL, Redis, mail server,
 * disk.
 *
 *   npm run bench -- chaos [--only "redis"]
 */
const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const DESK = 'desk@example.com';
const WARM_UP_MS = 3_000;
const BROKEN_FOR_MS = 5_000;
const GOOD_AGAIN_WITHIN_MS = 60_000;
/** Another process sends the mail of a killed one within 60 s (a lease of 30 s, then a poll); twice that, on a busy machine. */
const MAILS_OUT_WITHIN_MS = 120_000;

using postgres = await startOwnPostgres();
const redis = await startOwnRedis();
undoneAtExit(() => void redis.kill());
const disk = mountSmallDisk();
undoneAtExit(disk.remove);

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
 * Runs the load, breaks and repairs something, waits until the site is idle, and compares what the site acknowledged with what
 * it stored.
 */
async function observe({ database, unnoticed, run }: Scenario) {
  const location = await newDatabase(database);
  const mail = await startFakeSmtp();
  const env = { DATA_DIR: disk.folder, SMTP_URL: mail.url, FORM_NOTIFY_TO: DESK };
  const site =
    location.kind === 'sqlite'
      ? await startSiteProcesses(1, env)
      : await startSiteProcesses(2, {
          ...env,
          DATA_DIR: tmpdir(),
          DATABASE_URL: location.url,
          REDIS_URL: redis.url,
          AUTH_SECRET: 'only for this run, and long enough for it',
        });
  const ledger = openLedger();
  const broken: string[] = [];
  const note = (error: Error): undefined => {
    broken.push(error.message);
  };
  await waitFor('the proxy finds the site', 10_000, () => site.readyCount() > 0);
  const load = await startLoad({ url: site.url, mail, ledger });
  await pause(WARM_UP_MS);
  const failedBefore = ledger.failed;
  tell('  breaking');
  await run({ site, mail, redis, postgres, disk }, () => pause(BROKEN_FOR_MS));
  tell('  mended, and waiting for a good journey');
  const mended = performance.now();
  const isGoodAgain = () => goodAgainAfter(ledger, mended) !== undefined;
  await waitFor('a good journey', GOOD_AGAIN_WITHIN_MS, isGoodAgain).catch(note);
  tell('  letting the load come to its end');
  await load.stop();
  tell('  waiting for the mails, and comparing');
  const db = openDatabase(location, note);
  const isOut = async () => (await mailsWaiting(db)) === 0;
  const mailsOutAfter = await waitFor('all mails out', MAILS_OUT_WITHIN_MS, isOut).catch(note);
  const check = await checkLedger(db, mail, ledger);
  await db.destroy();
  const badEnds = await site.close();
  await mail.close();

  const failed = ledger.failed - failedBefore;
  if (failedBefore > 0) broken.push(`${failedBefore} requests failed before anything was broken`);
  broken.push(...check.lost, ...ledger.wrong, ...ledger.lostSessions, ...badEnds);
  if (unnoticed && failed > 0) broken.push(`${failed} requests failed, and none should`);
  if (unnoticed && check.doubles > 0) broken.push(`${check.doubles} mails came twice`);
  if (/unhandled|uncaught/i.test(site.output())) broken.push('the log tells of an unhandled error');
  const ms = (value: number | undefined) => (value === undefined ? 'never' : `${Math.round(value)} ms`);
  const figures = {
    failed: `${failed} of ${ledger.requests}`,
    acknowledged: check.acknowledged,
    lost: check.lost.length,
    wrong: ledger.wrong.length,
    'sessions lost': ledger.lostSessions.length,
    'mails twice': check.doubles,
    'good after its end': ms(goodAgainAfter(ledger, mended)),
    'mails out after': ms(mailsOutAfter),
  };
  return { broken, figures };
}

async function newDatabase(database: Scenario['database']): Promise<DatabaseLocation> {
  if (database === 'SQLite') return { kind: 'sqlite', file: join(disk.folder, 'site.sqlite') };
  return { kind: 'postgres', url: await postgres.addDatabase() };
}

/** Logs each step, so that a hanging run shows where it stopped. */
function tell(step: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${step}\n`);
}
