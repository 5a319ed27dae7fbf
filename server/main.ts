import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createApp } from './app.ts';
import { openDatabase } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { listen } from './http/listen.ts';
import { createLog } from './http/log.ts';
import { removeOutlived } from './identity/retention.ts';
import { createSmtpDelivery } from './mail/smtp.ts';
import { loadMailTemplates } from './mail/templates.ts';
import { startMailWorker } from './mail/worker.ts';
import { printAddresses } from './operator/announce.ts';
import { publicSettings } from './settings/public-settings.ts';
import { secretFromDataDir } from './settings/secret-file.ts';
import { readSettings, type Settings } from './settings/settings.ts';
import { loadSite } from './site/site.ts';

const BUILD = join(import.meta.dirname, '..', 'build');
const RETENTION_INTERVAL = 60 * 60 * 1_000;

const read = readSettings(process.env);
if (read.kind === 'invalid') {
  const lines = read.problems.map(({ name, problem }) => `  ${name} ${problem}`);
  process.stderr.write(`The site cannot start. Please correct these settings:\n${lines.join('\n')}\n`);
  process.exit(1);
}
try {
  await run(read.settings);
} catch (error) {
  const reasons = [error, error instanceof Error ? error.cause : undefined].filter(
    (reason) => reason instanceof Error,
  );
  process.stderr.write(`The site cannot start. ${reasons.map(({ message }) => message).join(' ')}\n`);
  createLog(read.settings.logLevel).debug({ err: error }, 'the site cannot start');
  process.exit(1);
}

async function run(settings: Settings): Promise<void> {
  const log = createLog(settings.logLevel);
  const secret = settings.authSecret ?? secretFromDataDir(settings.dataDir);
  const db = openDatabase(settings.database, (err) => log.warn({ err }, 'an idle database connection broke'));
  await migrate(db);
  const clock = () => new Date();
  const newId = () => randomUUID();
  const smtp =
    settings.smtpUrl === undefined
      ? undefined
      : createSmtpDelivery({
          url: settings.smtpUrl,
          from: settings.mailFrom,
          messageIdHost: new URL(settings.origin).hostname,
        });
  const worker = startMailWorker({ db, clock, log, random: Math.random, deliver: smtp?.deliver });

  let stopping = false;
  const app = createApp({
    settings,
    db,
    clock,
    newId,
    newToken: () => randomBytes(32).toString('base64url'),
    secret,
    origin: settings.origin,
    mails: loadMailTemplates(join(BUILD, 'mails', 'mails.json')),
    // After the answer: what the worker does next differs between addresses (decisions §3.3).
    wakeMail: () => setImmediate(worker.wake),
    log,
    site: loadSite([join(BUILD, 'site', 'client'), join(BUILD, 'found')], publicSettings(settings)),
    isStopping: () => stopping,
  });
  const server = await listen(app, settings.port);
  printAddresses(settings, server.port);

  const tidy = async () => {
    try {
      const rows = await removeOutlived(db, clock());
      if (rows > 0) log.info({ rows }, 'removed what had outlived its purpose');
    } catch (err) {
      log.error({ err }, 'could not remove what has outlived its purpose');
    }
  };
  let tidying = tidy();
  const retention = setInterval(() => {
    tidying = tidying.then(tidy);
  }, RETENTION_INTERVAL).unref();

  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping: finishing the requests in flight');
    clearInterval(retention);
    await server.close();
    await worker.stop();
    await tidying;
    smtp?.close();
    await db.destroy();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
