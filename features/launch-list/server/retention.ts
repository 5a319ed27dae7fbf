import type { RemoveSome } from '#server/feature.ts';
import { removeOldest } from '#server/jobs/remove-rows.ts';
import { removeEntries } from './entries.ts';

/** Of the launch list: those that were asked and never confirmed, or those that were told. */
function removeListEntries(since: 'asked_at' | 'told_at'): RemoveSome {
  return removeOldest((tx, before) => {
    const old = tx.selectFrom('launch_list').select('id').where(since, '<=', before).orderBy(since);
    return since === 'asked_at' ? old.where('confirmed_at', 'is', null) : old;
  }, removeEntries);
}

export const launchListRetention: Readonly<Record<string, RemoveSome>> = {
  'launch-list-waiting': removeListEntries('asked_at'),
  'launch-list-told': removeListEntries('told_at'),
};
