import { statfs } from 'node:fs/promises';
import type { Db } from '#server/database/database.ts';
import type { SharedRedis } from '#server/redis/redis.ts';
import type { Metrics } from './metrics.ts';

type LookDeps = {
  readonly db: Db;
  readonly clock: () => Date;
  readonly metrics: Metrics;
  readonly redis?: SharedRedis | undefined;
  readonly dataDir: string;
};

/**
 * Looks up what nobody reports: what is stored, connections, room on the disk. Takes at most `within` milliseconds and
 * never throws: what could not be had in time is absent, and without the database `site_database_up` is 0. One look is
 * under way at a time; who asks meanwhile gets its result, so a database that is silent is asked once, not again and again.
 */
export function createLookAround(deps: LookDeps, within: number): () => Promise<void> {
  const { metrics, redis } = deps;
  let looking: Promise<void> | undefined;
  let reading: Promise<StoredCounts> | undefined;

  async function lookAtDatabase(): Promise<void> {
    reading ??= readStored(deps.db).finally(() => {
      reading = undefined;
    });
    const stored = await inTime(reading, within);
    const now = deps.clock().getTime();
    const oldest = stored?.oldestWaiting;
    metrics.gauge('site_database_up', stored === undefined ? 0 : 1);
    metrics.gauge('site_audit_seq', stored?.auditSeq);
    metrics.gauge('site_outbox_requested_mails', stored?.requested);
    metrics.gauge('site_outbox_waiting_mails', stored?.waiting);
    metrics.gauge('site_outbox_dead_mails', stored?.dead);
    metrics.gauge(
      'site_outbox_oldest_waiting_seconds',
      stored && (oldest === undefined ? 0 : Math.max(0, now - Date.parse(oldest)) / 1_000),
    );
  }

  async function lookAtDisk(): Promise<void> {
    const disk = await inTime(statfs(deps.dataDir), within);
    metrics.gauge('site_data_disk_free_bytes', disk && disk.bavail * disk.bsize);
    metrics.gauge('site_data_disk_bytes', disk && disk.blocks * disk.bsize);
  }

  async function look(): Promise<void> {
    await Promise.all([lookAtDatabase(), lookAtDisk()]);
    const pool = metrics.connections();
    metrics.gauge('site_database_connections', pool?.total);
    metrics.gauge('site_database_connections_idle', pool?.idle);
    metrics.gauge('site_database_connections_wanted', pool?.waiting);
    metrics.gauge('site_redis_up', redis && (redis.isAway() ? 0 : 1));
  }

  return () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
}

type StoredCounts = {
  readonly requested: number;
  readonly waiting: number;
  readonly dead: number;
  readonly oldestWaiting: string | undefined;
  readonly auditSeq: number;
};

async function readStored(db: Db): Promise<StoredCounts> {
  const rows = await db
    .selectFrom('outbox')
    .select((eb) => ['state', eb.fn.countAll().as('mails'), eb.fn.min('created_at').as('oldest')])
    .where('state', 'in', ['requested', 'waiting', 'dead'])
    .groupBy('state')
    .execute();
  const head = await db.selectFrom('audit_head').select('seq').executeTakeFirst();
  const of = (state: string) => rows.find((row) => row.state === state);
  return {
    requested: Number(of('requested')?.mails ?? 0),
    waiting: Number(of('waiting')?.mails ?? 0),
    dead: Number(of('dead')?.mails ?? 0),
    oldestWaiting: of('waiting')?.oldest,
    auditSeq: head?.seq ?? 0,
  };
}

/** Undefined when it failed or took longer. What comes later is dropped. */
async function inTime<T>(work: Promise<T>, within: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), within);
  try {
    return await Promise.race([work, late.promise]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
