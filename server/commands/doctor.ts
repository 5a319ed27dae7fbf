import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { z } from 'zod';
import { addressKey } from '#contract/address.ts';
import { OPERATIONS } from '#contract/paths.ts';
import { usingDatabase } from '#server/database/database.ts';
import { messageOf } from '#server/database/errors.ts';
import { requireCreateRight } from '#server/database/migrate.ts';
import { FEATURES } from '#server/features.ts';
import { checkPort } from '#server/http/listen.ts';
import { sendTestMail, type TestMailResult } from '#server/mail/smtp.ts';
import { type Keyring, readKeyring, secretFileIn } from '#server/settings/keyring.ts';
import {
  checkLaunch,
  featureProblems,
  type LaunchProblem,
  readContent,
} from '#server/settings/launch-checks.ts';
import { readSettings, type Settings } from '#server/settings/settings.ts';

const CONTENT = join(import.meta.dirname, '..', '..', 'content');
const TIMEOUT_MS = 5_000;
/**
 * `npm run doctor` lists what to fix before a public launch. `--mail` only tests the mail server. `--promises` lists the promises
 * that only the owner can keep. Exit code 1 means that something must be fixed, or that the mail was not accepted.
 */
const { mail, promises } = new Command('npm run doctor --')
  .description('check what to fix before a public launch')
  .option(
    '--mail <address>',
    'only send a test email to this address, and print the answer of the mail server',
    mailOption,
  )
  .option('--promises', 'only list the promises of the pages that no program can check')
  .parse()
  .opts();
const read = readSettings(process.env, FEATURES);
if (promises) {
  console.log(ownersPromises().join('\n'));
} else if (mail === undefined) {
  const ofMachine = read.kind === 'ok' ? await checkMachine(read.settings) : [];
  const problems = checkLaunch(FEATURES, process.env, read, await readContent(), ofMachine);
  console.log(report(problems));
  process.exitCode = problems.some(({ weight }) => weight === 'blocks') ? 1 : 0;
} else {
  const { kind, sentence } = await tryMail(mail);
  console.log(sentence);
  process.exitCode = kind === 'accepted' ? 0 : 1;
}

async function tryMail(to: string): Promise<TestMailResult> {
  const mail = { id: randomUUID(), to, createdAt: new Date() };
  if (read.kind === 'ok') return sendTestMail(read.settings, mail);
  // Without a mail server no mail can be sent, so problems with other settings are not listed.
  if ((process.env.SMTP_URL ?? '').trim() === '')
    return sendTestMail({ smtpUrl: undefined, mailFrom: '', origin: '' }, mail);
  const problems = read.problems.map(({ name, problem }) => `${name} ${problem}`);
  return { kind: 'failed', sentence: `No email was sent: ${problems.join('; ')}.` };
}

function mailOption(text: string): string {
  if (addressKey(text) === undefined)
    throw new InvalidArgumentError('It must be an email address, like me@your-site.com.');
  return text;
}

function report(found: readonly LaunchProblem[]): string {
  const blocking = found.filter(({ weight }) => weight === 'blocks');
  const advice = found.filter(({ weight }) => weight === 'advice');
  const conclusion =
    blocking.length === 0
      ? 'Nothing to fix before a public launch.'
      : `${blocking.length} to fix before a public launch.`;
  return [
    ...table('To fix before a public launch', blocking),
    ...table('Recommended', advice),
    `The pages make ${ownersPromises().length} promises that only you can keep. To list them: npm run doctor -- --promises`,
    conclusion,
    ...(read.kind === 'ok'
      ? []
      : ['Database, Redis, data folder and port were not checked: correct the settings first.']),
  ].join('\n');
}

function ownersPromises(): string[] {
  const proofs = z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .parse(JSON.parse(readFileSync(join(CONTENT, 'proofs.json'), 'utf8')));
  return Object.entries(proofs).flatMap(([page, sentences]) =>
    Object.entries(sentences).flatMap(([sentence, proof]) =>
      [proof].flat().includes('owner') ? [`${page.padEnd(10)}${sentence}`] : [],
    ),
  );
}

function table(title: string, rows: readonly LaunchProblem[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(({ where }) => where.length));
  const lines = rows.flatMap(({ where, problem, fix }) => [
    `  ${where.padEnd(width)}  ${problem}`,
    `  ${''.padEnd(width)}  → ${fix}`,
  ]);
  return [title, '', ...lines, ''];
}

/** Tries the database, Redis, data folder and port, without changing anything. Never rejects. */
async function checkMachine(settings: Settings): Promise<LaunchProblem[]> {
  const { database, redisUrl, dataDir } = settings;
  const checks = await Promise.all([
    problemAt('DATABASE_URL', 'start the database, or correct the address', checkDatabase(database)),
    problemAt('DATABASE_URL', 'grant the right, or name another user or schema', checkRights(database)),
    problemAt('REDIS_URL', 'start Redis or Valkey, or correct the address', checkRedis(redisUrl)),
    problemAt('DATA_DIR', 'name a folder that the site’s user can write to', checkDataDir(dataDir)),
    problemAt('PORT', 'stop the other program, or set a free port', checkSitePort(settings)),
  ]);
  return [...checks.flat(), ...(await checkFeatures(settings))];
}

/** The checks of features that read the database. A missing or older database needs no check. */
async function checkFeatures(settings: Settings): Promise<readonly LaunchProblem[]> {
  const { database } = settings;
  if (database.kind === 'sqlite' && !existsSync(database.file)) return [];
  const clock = () => new Date();
  return usingDatabase(database, async (db) =>
    featureProblems(FEATURES, { db, clock, settings, keyring: await presentKeyring(settings) }),
  ).catch(() => []);
}

/** The secrets of the site. If the site would generate its secret at the next start, an empty text stands for that secret. */
async function presentKeyring(settings: Settings): Promise<Keyring> {
  const isThere = settings.authSecret !== undefined || existsSync(secretFileIn(settings.dataDir));
  return isThere ? readKeyring(settings) : ['', ...settings.acceptedSecrets];
}

async function problemAt(where: string, fix: string, check: Promise<void>): Promise<LaunchProblem[]> {
  try {
    await check;
    return [];
  } catch (error) {
    return [{ weight: 'blocks', where, problem: messageOf(error), fix }];
  }
}

async function checkDatabase(location: Settings['database']): Promise<void> {
  // A SQLite file is not checked, because the first start creates a missing one. `checkDataDir` checks its folder.
  if (location.kind === 'sqlite') return;
  await usingDatabase(location, (db) => sql`select 1`.execute(db)).catch((error: unknown) => {
    throw new Error(`the database does not answer (${messageOf(error)})`);
  });
}

async function checkRights(location: Settings['database']): Promise<void> {
  if (location.kind === 'postgres') await usingDatabase(location, requireCreateRight);
}

async function checkRedis(url: string | undefined): Promise<void> {
  if (url === undefined) return;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    retryStrategy: () => null,
  });
  let reason = '';
  redis.on('error', (error) => {
    reason = messageOf(error);
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw new Error(`Redis does not answer (${reason || messageOf(error)})`);
  } finally {
    redis.disconnect();
  }
}

async function checkDataDir(dataDir: string): Promise<void> {
  let folder = resolve(dataDir);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(`this user cannot write to ${dataDir}`);
  }
}

/** Reports a port that cannot be used, unless the site itself is running and answers on it. */
async function checkSitePort({ port, host }: Settings): Promise<void> {
  await checkPort(port, host).catch(async (error: unknown) => {
    const name = isIPv6(host ?? '') ? `[${host}]` : (host ?? 'localhost');
    const url = `http://${name}:${port}${OPERATIONS.health}`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
    if (answer?.ok !== true) throw error;
  });
}
