import { sql } from 'kysely';
import type { Logger } from 'pino';
import { RETENTION } from '#content/data-register.ts';
import { RETENTION_RUN } from '#server/audit/core-actions.ts';
import { type AuditDeps, recordAlone } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { findRow } from '#server/database/rows.ts';
import type { AppDeps, Deps, Feature, RemoveSome } from '#server/feature.ts';
import { DAY_MS } from '#server/time.ts';
import { removeOldest } from './remove-rows.ts';

/**
 * Rows in one transaction, so that others wait little for their turn to write. A thousand rows take as long by 50 as
 * by 500.
 */
const BATCH = 50;
/** Batches of one rule in one run; the next run goes on. */
const BATCHES = 1_000;

type RunDeps = AuditDeps &
  Pick<Deps, 'db'> &
  Pick<AppDeps, 'features'> & { readonly log: Pick<Logger, 'info' | 'error'> };

/**
 * Removes what has outlived its purpose. Repeatable, also from several processes; a rule that fails is logged, and the
 * others go on. Removes nothing while the clock is more than a day from its last run, until an operator
 * accepts the clock. Returns the number of removed rows by rule. Never throws.
 *
 * @param isStopping true ends the run after the current batch
 */
export async function runRetention(
  deps: RunDeps,
  rules: readonly RetentionRule[] = retentionRules(deps.features),
  isStopping: () => boolean = () => false,
): Promise<Readonly<Record<string, number>>> {
  const removed: Record<string, number> = {};
  const now = deps.clock().getTime();
  if (!(await isClockTrusted(deps, new Date(now)))) return removed;
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
  if (Object.keys(removed).length > 0) {
    deps.log.info({ removed }, 'removed what had outlived its purpose');
    await attempt(deps, 'audit line', () => recordRun(deps, removed));
  }
  return removed;
}

async function isClockTrusted(deps: RunDeps, now: Date): Promise<boolean> {
  let isTrusted = false;
  await attempt(deps, 'clock', async () => {
    const before = await clockJumpedFrom(deps.db, now);
    if (before === undefined) {
      await acceptClock(deps.db, now);
      isTrusted = true;
      return;
    }
    deps.log.error(
      { before, now: now.toISOString() },
      'the clock has jumped by more than a day since the last run: nothing is removed until an operator agrees (npm run operator -- accept-clock)',
    );
  });
  return isTrusted;
}

async function attempt({ log }: RunDeps, rule: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (err) {
    log.error({ err, rule }, 'could not remove or make small what has outlived its purpose');
  }
}

function recordRun(deps: RunDeps, removed: Readonly<Record<string, number>>): Promise<void> {
  const detail = Object.entries(removed)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
  return recordAlone(deps, { action: RETENTION_RUN, actor: 'system', detail });
}

const CLOCK_ROW = 'clock';

/**
 * Whether the clock is more than a day from where it was when retention last ran: then the clock of one of the two times
 * is wrong, or the site was stopped for so long, and only an operator knows which. Answers the time of that run.
 */
export async function clockJumpedFrom(db: Db | Tx, now: Date): Promise<string | undefined> {
  const row = await findRow(db, 'retention_clock', ['at'], { id: CLOCK_ROW });
  if (row === undefined) return undefined;
  return Math.abs(now.getTime() - Date.parse(row.at)) > DAY_MS ? row.at : undefined;
}

/** Notes the time of a run, or takes the clock as right because an operator says so. */
export async function acceptClock(db: Db | Tx, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .insertInto('retention_clock')
    .values({ id: CLOCK_ROW, at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at }))
    .execute();
}

/** What is kept for so many days after it became what it is. */
export type RetentionRule = {
  /** As it stands in the log and in the audit line. */
  readonly name: string;
  readonly days: number;
  readonly removeSome: RemoveSome;
};

const removeAuditLines = removeOldest(
  (tx, before) => tx.selectFrom('audit').select('id').where('at', '<=', before).orderBy('at'),
  (tx, ids) => tx.deleteFrom('audit').where('id', 'in', ids).execute(),
);

const forgetNetworks = removeOldest(
  (tx, before) =>
    tx
      .selectFrom('outbox')
      .select('id')
      .where(sql<boolean>`network <> ''`)
      .where('state', '<>', 'requested')
      .where('created_at', '<=', before)
      .orderBy('created_at'),
  (tx, ids) => tx.updateTable('outbox').set({ network: '' }).where('id', 'in', ids).execute(),
);

function removeMails(state: 'sent' | 'dead'): RemoveSome {
  return removeOldest(
    (tx, before) => {
      // By the time of the last try, which has an index. No mail was sent before its try was due.
      const tried = tx
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', state)
        .where('next_attempt_at', '<=', before)
        .orderBy('next_attempt_at');
      return state === 'sent' ? tried.where('sent_at', '<=', before) : tried;
    },
    (tx, ids) => tx.deleteFrom('outbox').where('id', 'in', ids).execute(),
  );
}

const CORE: Readonly<Record<string, RemoveSome>> = {
  'sent-mails': removeMails('sent'),
  'undelivered-mails': removeMails('dead'),
  'networks-of-mails': forgetNetworks,
  'audit-lines': removeAuditLines,
};

/** The rules of all features. Throws for one without facts: nobody would be told of it. */
export function retentionRules(features: readonly Pick<Feature, 'retention'>[]): readonly RetentionRule[] {
  const all = [
    ...features.flatMap(({ retention = {} }) => Object.entries(retention)),
    ...Object.entries(CORE),
  ];
  return all.map(([name, removeSome]) => {
    const facts = RETENTION[name];
    if (facts === undefined) throw new Error(`There are no facts of the retention rule “${name}”.`);
    return { name, days: facts.days, removeSome };
  });
}
