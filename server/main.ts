import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp, createDeps } from './app.ts';
import { type DatabaseWatch, lockDataFolder, openDatabase } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { createFileRewriter } from './database/sqlite-file.ts';
import { refuseUnfinished } from './database/unfinished-restore.ts';
import { explainError } from './explain-error.ts';
import type { Job } from './feature.ts';
import { FEATURES } from './features.ts';
import { checkPort, listen, printAddresses } from './http/listen.ts';
import { createLog, scrub } from './http/log.ts';
import { openRefusedCallers } from './http/refused-callers.ts';
import { createCoreJobs, startJobs } from './jobs/run-jobs.ts';
import { makeBodiesOf } from './mail/mail-queue.ts';
import { loadMailTemplates } from './mail/templates.ts';
import { startMailWorker } from './mail/worker.ts';
import { createMetrics } from './metrics/metrics.ts';
import { describeRelease, readRelease } from './release.ts';
import { readKeyring } from './settings/keyring.ts';
import { featureProblems } from './settings/launch-checks.ts';
import { pageRules } from './settings/page-rules.ts';
import { readSettings, type Settings } from './settings/settings.ts';
import type { GivenSettings } from './settings/settings-part.ts';
import { loadBuiltSite } from './site/site.ts';
import { MINUTE_MS } from './time.ts';

const BUILD = join(import.meta.dirname, '..', 'build');
const QUERY_TIMEOUT_MS = 20_000;
/** The time from the stop signal to the end of the process. Tests pass a shorter time. */
const STOP_TIMEOUT_MS = Number(/^--stop-within=(\d+)$/m.exec(process.argv.join('\n'))?.[1] ?? 20_000);
const CLOSE_TIMEOUT_MS = STOP_TIMEOUT_MS / 2;
/**
 * The milliseconds for which a stopping process behind a proxy still serves while `/readyz` answers 503, so that the proxy can send
 * visitors elsewhere.
 */
const DRAIN_MS = STOP_TIMEOUT_MS / 4;
/**
 * How long a stopping process waits for the mail server, which may be silent for minutes. A mail whose result is unknown after this
 * time is sent again by the next process.
 */
const MAIL_TIMEOUT_MS = STOP_TIMEOUT_MS / 10;
/** A second signal within this time is ignored: Ctrl-C reaches the process both from the terminal and from `npm start`. */
const REPEATED_SIGNAL_MS = 1_000;

const release = readRelease();
if (process.argv.includes('--version')) {
  process.stdout.write(`${describeRelease(release)}\n`);
  process.exit(0);
}
const read = readSettings(process.env, FEATURES);
if (read.kind === 'invalid') {
  const lines = read.problems.map(({ name, problem }) => `  ${name} ${problem}`);
  process.stderr.write(`The site cannot start. Please correct these settings:\n${lines.join('\n')}\n`);
  process.exit(1);
}
try {
  await run(read.settings, read.given);
} catch (error) {
  // The message is scrubbed, because error messages of database drivers can contain the password of a URL.
  const message = scrub(explainError(error));
  process.stderr.write(`The site cannot start. ${message}\n`);
  createLog(read.settings.logLevel).debug({ err: error }, 'the site cannot start');
  process.exit(1);
}

async function run(settings: Settings, given: GivenSettings): Promise<void> {
  if (settings.smtpUrl === undefined && !FEATURES.some(({ mailsPath }) => mailsPath))
    throw new Error(
      'Please set SMTP_URL: without a mail server nobody can confirm an address, and the feature that shows emails on this machine was taken out.',
    );
  const metrics = createMetrics({ features: FEATURES, release, ofProcess: true });
  const log = createLog(settings.logLevel);
  const { version, commit } = release;
  log.info({ version, commit }, 'the site starts');
  // Without this handler, Node would print the error with its secrets.
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'the process ends because of an unexpected error');
    process.exit(1);
  });
  // Without this handler, Node would start its debugger, which every user of this machine can reach.
  process.on('SIGUSR1', () => log.warn('the signal SIGUSR1 is ignored, because it would start the debugger'));
  await checkPort(settings.port, settings.host);
  lockDataFolder(settings.database);
  // Deletes a file in which versions up to 1.0.0 reserved disk space.
  rmSync(join(settings.dataDir, 'reserve'), { force: true });
  const keyring = await readKeyring(settings);
  const open = (limits?: { answerWithin: number; watch: DatabaseWatch }) =>
    openDatabase(
      settings.database,
      (err) => log.warn({ err }, 'an idle database connection broke; the next query opens a new one'),
      limits,
    );
  // Migrations need a connection without a time limit for queries.
  const unlimited = open();
  const onLong = (seconds: number) =>
    log.info(`the database is being migrated, which takes about ${seconds} seconds`);
  await refuseUnfinished(unlimited);
  for (const { migration, ms } of await migrate(unlimited, onLong))
    log.info({ migration, ms }, 'the database was migrated');
  await unlimited.destroy();
  const db = open({ answerWithin: QUERY_TIMEOUT_MS, watch: metrics.database });
  for (const { beforeStart } of FEATURES) await beforeStart?.({ db, keyring });
  const clock = () => new Date();
  for (const { where, problem, fix } of await featureProblems(FEATURES, { db, clock, settings, keyring }))
    log.warn(`${where} ${problem}. To fix it: ${fix}`);
  // Loads the modules for SMTP and Redis only when used, to save time and memory.
  const smtp =
    settings.smtpUrl === undefined
      ? undefined
      : (await import('./mail/smtp.ts')).createSmtpDelivery({
          url: settings.smtpUrl,
          from: settings.mailFrom,
          messageIdHost: new URL(settings.origin).hostname,
          log,
        });
  const redis =
    settings.redisUrl === undefined
      ? undefined
      : (await import('./http/redis.ts')).openRedis(settings.redisUrl, settings.origin, log);
  const refusedCallers = openRefusedCallers({ folder: settings.dataDir, clock, log });
  await refusedCallers.removeOld();

  let stopping = false;
  const deps = createDeps({
    features: FEATURES,
    settings,
    given,
    db,
    clock,
    newId: () => randomUUID(),
    newToken: () => randomBytes(32).toString('base64url'),
    keyring,
    origin: settings.origin,
    mails: loadMailTemplates(join(BUILD, 'mails', 'mails.json')),
    takesAddress: smtp?.takesAddress,
    // The mail worker is woken only after the response to the current request was sent.
    wakeMail: () => setImmediate(() => worker.wake()),
    noteRefused: refusedCallers.note,
    log,
    site: loadBuiltSite(pageRules(settings, FEATURES)),
    isStopping: () => stopping,
    metrics,
    redis,
  });
  const worker = startMailWorker({
    db,
    clock,
    log,
    metrics,
    random: Math.random,
    deliver: smtp?.deliver,
    makeBodies: makeBodiesOf(deps),
  });
  await deps.live.refresh();
  const app = await createApp(deps);
  const server = await listen(app, settings.port, settings.host, CLOSE_TIMEOUT_MS);
  printAddresses(settings, server.port, FEATURES);
  const rewrite = createFileRewriter({ db, clock, log });
  const oldCallers: Job = {
    name: 'old addresses of refused callers',
    every: MINUTE_MS,
    run: refusedCallers.removeOld,
  };
  const featureJobs = FEATURES.flatMap(({ jobs }) => jobs ?? []);
  const jobs = startJobs([...featureJobs, oldCallers, ...createCoreJobs(rewrite)], deps);

  let stopAskedAt = 0;
  const stop = async (signal: string) => {
    if (stopping) {
      if (performance.now() - stopAskedAt < REPEATED_SIGNAL_MS) return;
      log.warn({ signal }, 'a second signal: the process ends at once');
      process.exit(1);
    }
    stopping = true;
    stopAskedAt = performance.now();
    log.info({ signal }, 'stopping: finishing the requests in flight');
    setTimeout(() => {
      log.error('stopping took too long: the process ends');
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    if (signal === 'SIGTERM' && isOneOfSeveral(settings)) await sleep(DRAIN_MS);
    jobs.abort();
    await server.close();
    await refusedCallers.flush();
    await Promise.race([worker.stop(), sleep(MAIL_TIMEOUT_MS)]);
    await jobs.end();
    smtp?.close();
    await redis?.close();
    await rewrite.now();
    await db.destroy();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Also stops at SIGHUP, which the process gets if its terminal is closed.
  process.on('SIGHUP', stop);
}

/** Whether a proxy may send visitors to another process. A site on SQLite has only one process. */
function isOneOfSeveral({ database, trustedProxies }: Settings): boolean {
  return database.kind === 'postgres' && trustedProxies.length > 0;
}
