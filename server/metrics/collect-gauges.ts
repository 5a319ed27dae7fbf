import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { BACKUP_MADE } from '#server/audit/core-actions.ts';
import { listLines } from '#server/audit/lines.ts';
import type { Db } from '#server/database/database.ts';
import { isNotReceived } from '#server/database/search.ts';
import type { AppDeps } from '#server/feature.ts';
import { DAY_MS, timeAfter } from '#server/time.ts';
import { BACKUP_SEARCH_DAYS } from './series.ts';

/**
 * Returns a function that reads the values of the gauges in at most `within` milliseconds and never throws. Values that are not
 * known in time are absent. `site_database_up` is 0 while the database is unreachable.
 */
export function createGaugeCollector(
  deps: Pick<AppDeps, 'db' | 'clock' | 'metrics' | 'redis' | 'settings'>,
  within: number,
): () => Promise<void> {
  const { metrics, redis } = deps;
  let reading: Promise<StoredCounts> | undefined;

  async function collectFromDatabase(): Promise<void> {
    // Calls share one running query, so that queries do not pile up while the database does not answer.
    reading ??= readStored(deps.db, deps.clock()).finally(() => {
      reading = undefined;
    });
    const stored = await inTime(reading, within);
    const now = deps.clock().getTime();
    metrics.gauge('site_database_up', stored === undefined ? 0 : 1);
    metrics.gauge('site_outbox_requested_mails', stored?.requested);
    metrics.gauge('site_outbox_waiting_mails', stored?.waiting);
    metrics.gauge('site_outbox_dead_mails', stored?.dead);
    const since = (time: string) => (now - Date.parse(time)) / 1_000;
    const ageOf = (oldest: string | undefined) => (oldest === undefined ? 0 : Math.max(0, since(oldest)));
    metrics.gauge('site_outbox_oldest_waiting_seconds', stored && ageOf(stored.oldestWaiting));
    metrics.gauge('site_quarantined_submissions', stored?.quarantined);
    metrics.gauge('site_quarantined_oldest_seconds', stored && ageOf(stored.oldestQuarantined));
    const sinceIf = (time: string | undefined) => (time === undefined ? undefined : since(time));
    metrics.gauge('site_retention_age_seconds', sinceIf(stored?.retentionRan));
    metrics.gauge('site_backup_age_seconds', sinceIf(stored?.backupMade));
  }

  async function collectFromDisk(): Promise<void> {
    const disk = await inTime(readDisk(deps.settings.dataDir), within);
    metrics.gauge('site_data_disk_free_bytes', disk?.free);
    metrics.gauge('site_data_disk_bytes', disk?.size);
  }

  return async () => {
    await Promise.all([collectFromDatabase(), collectFromDisk()]);
    const pool = metrics.connections();
    metrics.gauge('site_database_connections', pool?.total);
    metrics.gauge('site_database_connections_idle', pool?.idle);
    metrics.gauge('site_database_connections_wanted', pool?.waiting);
    metrics.gauge('site_redis_up', redis && (redis.isAway() ? 0 : 1));
  };
}

type StoredCounts = Awaited<ReturnType<typeof readStored>>;

export async function readStored(db: Db, now: Date) {
  const rows = await db
    .selectFrom('outbox')
    .select((eb) => [
      'state',
      eb.fn.countAll<number>().as('mails'),
      // The waiting time counts from the planned first attempt, which is later than `created_at` for mails of a large mailing.
      sql<string>`min(case when attempts = 0 then next_attempt_at else created_at end)`.as('oldest'),
    ])
    .where('state', 'in', ['requested', 'waiting', 'dead'])
    .groupBy('state')
    .execute();
  const caught = await db
    .selectFrom('submissions')
    .select((eb) => [eb.fn.countAll<number>().as('messages'), eb.fn.min('created_at').as('oldest')])
    .where('state', '=', 'quarantined')
    .where(isNotReceived)
    .executeTakeFirst();
  const clock = await db.selectFrom('retention_clock').select('at').executeTakeFirst();
  const from = timeAfter(now, -BACKUP_SEARCH_DAYS * DAY_MS);
  const [backup] = await listLines(db, { action: BACKUP_MADE.name, from, limit: 1 });
  const of = (state: string) => rows.find((row) => row.state === state);
  return {
    requested: of('requested')?.mails ?? 0,
    waiting: of('waiting')?.mails ?? 0,
    dead: of('dead')?.mails ?? 0,
    oldestWaiting: of('waiting')?.oldest,
    quarantined: caught?.messages ?? 0,
    oldestQuarantined: caught?.oldest ?? undefined,
    retentionRan: clock?.at,
    backupMade: backup?.at,
  };
}

/** The disk that holds a folder: its size and the space that the site may use, in bytes. */
export async function readDisk(folder: string): Promise<{ readonly free: number; readonly size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** The result of the work. Undefined if the work fails or takes longer than `within` milliseconds. */
export function inTime<T>(work: Promise<T>, within: number): Promise<T | undefined> {
  return Promise.race([work.catch(() => undefined), wait(within, undefined, { ref: false })]);
}
