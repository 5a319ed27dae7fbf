import { sql } from 'kysely';
import type { Logger } from 'pino';
import { RETENTION } from '#content/data-register.ts';
import { RETENTION_RUN } from '#server/audit/core-actions.ts';
import { type AuditDeps, recordAlone } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { chunksOf, deleteRows, findRow, updateRows } from '#server/database/rows.ts';
import type { AppDeps, Deps, Feature, RemoveSome } from '#server/feature.ts';
import { DAY_MS } from '#server/time.ts';
import { removeOldest } from './remove-rows.ts';

/**
 * Rows per transaction. Small batches let other writers wait only briefly. Deleting a thousand rows takes as long in batches of
 * 50 as in batches of 500.
 */
const BATCH = 50;
const BATCHES = 1_000;
const COUNTS_IN_LINE = 10;

type RunDeps = AuditDeps &
  Pick<Deps, 'db'> &
  Pick<AppDeps, 'features'> & { readonly log: Pick<Logger, 'info' | 'error'> };

/**
 * Logs a rule that fails, and continues. After a jump of the clock by more than a day, removes nothing until an operator accepts
 * the clock. Returns the removed rows by rule. Never throws. Several processes may run it at once.
 * @param isStopping ends the run after the current batch
 */
export async function runRetention(
  deps: RunDeps,
  rules: readonly RetentionRule[] = retentionRules(deps.features),
  isStopping: () => boolean = () => false,
): Promise<Readonly<Record<string, number>>> {
  const removed: Record<string, number> = {};
  const now = deps.clock().getTime();
  if (!(await attempt(deps, 'clock', () => isClockTrusted(deps, new Date(now))))) return removed;
  for (const { name, days, removeSome } of rules) {
    const before = new Date(now - days * DAY_MS);
    await attempt(deps, name, async () => {
      for (let batch = 0; batch < BATCHES && !isStopping(); batch++) {
        const count = await removeSome(deps, before, BATCH);
        if (count > 0) removed[name] = (removed[name] ?? 0) + count;
        if (count < BATCH) return;
      }
    });
  }
  for (const { name, tidy } of deps.features)
    if (tidy !== undefined) await attempt(deps, name, () => tidy(deps, new Date(now)));
  const counts = Object.entries(removed).map(([name, count]) => `${name} ${count}`);
  if (counts.length > 0) {
    deps.log.info({ removed }, 'removed old rows');
    // One audit line is too short for the counts of all rules, so several lines are written.
    for (const some of chunksOf(counts, COUNTS_IN_LINE)) {
      const entry = { action: RETENTION_RUN, actor: 'system', detail: some.join(', ') } as const;
      await attempt(deps, 'audit line', () => recordAlone(deps, entry));
    }
  }
  return removed;
}

async function isClockTrusted({ db, log }: RunDeps, now: Date): Promise<boolean> {
  const before = await clockJumpedFrom(db, now);
  if (before === undefined) {
    await acceptClock(db, now);
    return true;
  }
  log.error(
    { before, now: now.toISOString() },
    'the clock has jumped by more than a day since the last run: no old rows are removed until an operator confirms it (npm run operator -- accept-clock)',
  );
  return false;
}

/** Runs a part of the retention. If it fails, logs the error and returns undefined. */
async function attempt<T>({ log }: RunDeps, rule: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (err) {
    log.error({ err, rule }, 'old rows could not be removed or shortened; the next run tries again');
    return undefined;
  }
}

const CLOCK_ROW = 'clock';

/**
 * The time of the last retention run if it is more than a day from now. The clock is then wrong, or the site was stopped for that
 * long. Only an operator knows which.
 */
export async function clockJumpedFrom(db: Db | Tx, now: Date): Promise<string | undefined> {
  const row = await findRow(db, 'retention_clock', ['at'], { id: CLOCK_ROW });
  if (row === undefined) return undefined;
  return Math.abs(now.getTime() - Date.parse(row.at)) > DAY_MS ? row.at : undefined;
}

/** Stores the time of a retention run, or of an operator's confirmation of the clock. */
export async function acceptClock(db: Db | Tx, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .insertInto('retention_clock')
    .values({ id: CLOCK_ROW, at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at }))
    .execute();
}

export type RetentionRule = {
  readonly name: string;
  readonly days: number;
  readonly removeSome: RemoveSome;
};

function removeMails(state: 'sent' | 'dead'): RemoveSome {
  return removeOldest(
    (tx, before) => {
      // Filters by `next_attempt_at` as well, because that column has an index and its time is never later than `sent_at`.
      const tried = tx
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', state)
        .where('next_attempt_at', '<=', before)
        .orderBy('next_attempt_at');
      return state === 'sent' ? tried.where('sent_at', '<=', before) : tried;
    },
    (tx, ids) => deleteRows(tx, 'outbox', { id: ids }),
  );
}

const CORE: Readonly<Record<string, RemoveSome>> = {
  'sent-mails': removeMails('sent'),
  'undelivered-mails': removeMails('dead'),
  'networks-of-mails': removeOldest(
    (tx, before) =>
      tx
        .selectFrom('outbox')
        .select('id')
        .where(sql<boolean>`network <> ''`)
        .where('state', '<>', 'requested')
        .where('created_at', '<=', before)
        .orderBy('created_at'),
    (tx, ids) => updateRows(tx, 'outbox', { id: ids }, { network: '' }),
  ),
  'audit-lines': removeOldest(
    (tx, before) => tx.selectFrom('audit').select('id').where('at', '<=', before).orderBy('at'),
    (tx, ids) => deleteRows(tx, 'audit', { id: ids }),
  ),
};

/** The rules of the core and all features. Throws for a rule that the data register does not describe. */
export function retentionRules(features: readonly Pick<Feature, 'retention'>[]): readonly RetentionRule[] {
  const all = [...features.map(({ retention = {} }) => retention), CORE].flatMap(Object.entries<RemoveSome>);
  return all.map(([name, removeSome]) => {
    const facts = RETENTION[name];
    if (facts === undefined)
      throw new Error(`The data register has no facts about the retention rule “${name}”.`);
    return { name, days: facts.days, removeSome };
  });
}
