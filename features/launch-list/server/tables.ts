import { sql } from 'kysely';
import { LAUNCH_LIST_COLUMNS } from '#content/features/launch-list-data.ts';
import type { Person, TableRules } from '#server/database/tables.ts';
import type { RemoveSome } from '#server/feature.ts';
import { removeOldest } from '#server/jobs/remove-rows.ts';
import { removeEntries } from './entries.ts';

export const launchListTables = {
  launch_list: {
    ...LAUNCH_LIST_COLUMNS.launch_list,
    where: ({ email }) => sql`email = ${email}`,
    order: ['id'],
    isOfMailbox: true,
  },
  launch_list_links: {
    ...LAUNCH_LIST_COLUMNS.launch_list_links,
    where: (person) => ofEntry(person),
    order: ['token_hash'],
    isOfMailbox: true,
  },
} as const satisfies Readonly<Record<string, TableRules>>;

const ofEntry = ({ email }: Person) => sql`entry_id in (select id from launch_list where email = ${email})`;

export const launchListColumns = {
  notices: { ...LAUNCH_LIST_COLUMNS.notices, where: ofEntry },
};

declare module '#features/accounts/server/tables.ts' {
  interface NoticesTable {
    entry_id: string | null;
  }
}

declare module '#server/database/schema.ts' {
  interface Schema {
    /** Addresses to mail at launch. Unconfirmed while `confirmed_at` is null (docs/decisions/0064-the-launch-list.md). */
    launch_list: {
      id: string;
      /** The address in its canonical form (`contract/address.ts`). */
      email: string;
      asked_at: IsoTime;
      confirmed_at: IsoTime | null;
      /** When the entry's only launch mail was stored. */
      told_at: IsoTime | null;
    };
    /** The links in mails. Each mail has its own token, which works as long as its launch-list entry exists. */
    launch_list_links: {
      /** SHA-256 of the token, hex. A reader of the table cannot follow the link. */
      token_hash: string;
      entry_id: string;
    };
  }
}

/** Deletes old entries that were never confirmed, or that got the launch mail. */
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
