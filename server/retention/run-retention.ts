import type { Logger } from 'pino';
import { tidyAnalytics } from '#server/analytics/tidy.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { RETENTION_RULES, type RetentionDeps, type RetentionRule } from './rules.ts';

const DAY = 24 * 60 * 60 * 1_000;
/**
 * Rows in one transaction, so that nobody waits long for their turn to write. Rows that end together lie far apart: each
 * is a page or several to be written down. A thousand rows take as long in all by 50 as by 500.
 */
const BATCH = 50;
/** Batches of one rule in one run; the next run goes on. */
const BATCHES = 1_000;

type RunDeps = RetentionDeps & { readonly log: Pick<Logger, 'info' | 'error'> };

/**
 * Removes what has outlived its purpose, rule by rule. Repeatable at any time and from several processes; a rule that
 * fails is logged, and the others go on. Answers how many rows went, by the name of the rule. Never throws.
 *
 * @param isStopping true ends the run after the batch it is at
 */
export async function runRetention(
  deps: RunDeps,
  rules: readonly RetentionRule[] = RETENTION_RULES,
  isStopping: () => boolean = () => false,
): Promise<Readonly<Record<string, number>>> {
  const removed: Record<string, number> = {};
  const now = deps.clock().getTime();
  for (const { name, days, removeSome } of rules) {
    const before = new Date(now - days * DAY);
    await attempt(deps, name, async () => {
      for (let batch = 0; batch < BATCHES && !isStopping(); batch++) {
        const count = await removeSome(deps, before, BATCH);
        if (count > 0) removed[name] = (removed[name] ?? 0) + count;
        if (count < BATCH) return;
      }
    });
  }
  await attempt(deps, 'analytics', () => tidyAnalytics(deps.db, new Date(now)));
  if (Object.keys(removed).length > 0) {
    deps.log.info({ removed }, 'removed what had outlived its purpose');
    await attempt(deps, 'audit line', () => recordRun(deps, removed));
  }
  return removed;
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
  return recordAlone(deps, { action: 'retention-run', actor: 'system', detail });
}
