import { accessSync, constants, existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { OPERATIONS } from '#contract/paths.ts';
import { usingDatabase } from '#server/database/database.ts';
import type { LaunchProblem } from '#server/launch-checks/launch-checks.ts';
import type { Settings } from '#server/settings/settings.ts';

const TIMEOUT_MS = 5_000;

/** Tries the database, Redis, folder and port that the settings name, changing nothing. Never rejects. */
export async function checkMachine(settings: Settings): Promise<LaunchProblem[]> {
  const { database, redisUrl, dataDir, port } = settings;
  const checks = await Promise.all([
    problemAt('DATABASE_URL', 'start the database, or correct the address', checkDatabase(database)),
    problemAt('REDIS_URL', 'start Redis or Valkey, or correct the address', checkRedis(redisUrl)),
    problemAt('DATA_DIR', 'name a folder that the site’s user may write', checkDataDir(dataDir)),
    problemAt('PORT', 'stop the other program, or set a free port', checkPort(port)),
  ]);
  return checks.flat();
}

async function problemAt(where: string, fix: string, check: Promise<void>): Promise<LaunchProblem[]> {
  try {
    await check;
    return [];
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return [{ weight: 'blocks', where, problem, fix }];
  }
}

async function checkDatabase(location: Settings['database']): Promise<void> {
  // A missing file is created at the first start; its folder is checked anyway.
  if (location.kind === 'sqlite') return;
  await usingDatabase(location, (db) => sql`select 1`.execute(db)).catch((error: unknown) => {
    throw new Error(`the database does not answer (${reasonOf(error)})`);
  });
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
    reason = reasonOf(error);
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw new Error(`Redis does not answer (${reason || reasonOf(error)})`);
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
    throw new Error(`${dataDir} cannot be written by this user`);
  }
}

async function checkPort(port: number): Promise<void> {
  const { promise, resolve: answer } = Promise.withResolvers<string | undefined>();
  const server = createServer();
  server.on('error', (error: NodeJS.ErrnoException) => answer(error.code ?? error.message));
  server.listen(port, () => server.close(() => answer(undefined)));
  const code = await promise;
  if (code === undefined || (code === 'EADDRINUSE' && (await isOurs(port)))) return;
  throw new Error(
    code === 'EADDRINUSE'
      ? `port ${port} is taken by another program`
      : `port ${port} cannot be used (${code})`,
  );
}

/** While the site runs, it is the site that holds the port. */
async function isOurs(port: number): Promise<boolean> {
  const url = `http://localhost:${port}${OPERATIONS.health}`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  return answer?.ok === true;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node throws an empty message when it tried several addresses.
  const { code } = error as NodeJS.ErrnoException;
  return error.message || code || error.name;
}
