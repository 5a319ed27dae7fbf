import { sql } from 'kysely';
import { RETENTION } from '#content/data-register.ts';
import type { Feature, RemoveSome } from '#server/feature.ts';
import { removeOldest } from './remove-rows.ts';

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
