import { accessSync, constants, existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { OPERATIONS } from '#contract/paths.ts';
import { openDatabase } from '#server/database/database.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { MachineProblems } from './launch-checks.ts';

const TIMEOUT_MS = 5_000;

/** Tries what the settings name, changing nothing. Never rejects. */
export async function checkMachine(settings: Settings): Promise<MachineProblems> {
  const [database, redis, port] = await Promise.all([
    checkDatabase(settings),
    settings.redisUrl === undefined ? undefined : checkRedis(settings.redisUrl),
    checkPort(settings.port),
  ]);
  return { database, redis, port, dataDir: checkDataDir(settings.dataDir) };
}

async function checkDatabase(settings: Settings): Promise<string | undefined> {
  // A file is made when it is missing: the folder is what matters, and that is looked at anyway.
  if (settings.database.kind === 'sqlite') return undefined;
  const db = openDatabase(settings.database, () => {});
  try {
    await sql`select 1`.execute(db);
    return undefined;
  } catch (error) {
    return `the database does not answer (${reasonOf(error)})`;
  } finally {
    await db.destroy();
  }
}

async function checkRedis(url: string): Promise<string | undefined> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    retryStrategy: () => null,
  });
  let reason = '';
  redis.on('error', (error) => {
    reason = reasonOf(error);
  });
  try {
    await redis.connect();
    await redis.ping();
    return undefined;
  } catch (error) {
    return `Redis does not answer (${reason || reasonOf(error)})`;
  } finally {
    redis.disconnect();
  }
}

function checkDataDir(dataDir: string): string | undefined {
  let folder = resolve(dataDir);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return `${dataDir} cannot be written by this user`;
  }
}

async function checkPort(port: number): Promise<string | undefined> {
  if (port === 0) return undefined;
  const { promise, resolve: answer } = Promise.withResolvers<string | undefined>();
  const server = createServer();
  server.on('error', (error: NodeJS.ErrnoException) => answer(error.code ?? error.message));
  server.listen(port, () => server.close(() => answer(undefined)));
  const code = await promise;
  if (code === undefined) return undefined;
  if (code !== 'EADDRINUSE') return `port ${port} cannot be used (${code})`;
  return (await isOurs(port)) ? undefined : `port ${port} is taken by another program`;
}

/** Asking while the site runs is normal: then it is the site that holds the port. */
async function isOurs(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://localhost:${port}${OPERATIONS.health}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Several addresses tried at once fail with an empty sentence of their own.
  const { code } = error as NodeJS.ErrnoException;
  return error.message || code || error.name;
}
