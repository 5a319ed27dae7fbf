import { sql } from 'kysely';
import { LAUNCH_LIST_COLUMNS } from '#content/features/launch-list-data.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { Person, TableRules } from '#server/database/tables.ts';
import type { RemoveSome } from '#server/feature.ts';
import { removeOldest } from '#server/jobs/remove-rows.ts';
import { removeEntries } from './entries.ts';

/** Addresses to tell at launch. Waits while `confirmed_at` is null (docs/decisions/0064-the-launch-list.md). */
type LaunchListTable = {
  id: string;
  /** Its key (`contract/address.ts`). */
  email: string;
  /** When the newest mail to confirm was written. */
  asked_at: IsoTime;
  confirmed_at: IsoTime | null;
  /** When the launch mail was stored, which is one for each entry. */
  told_at: IsoTime | null;
};

/** What is in mails to the launch list: each has a link of its own, and all of them work as long as the entry is there. */
type LaunchListLinksTable = {
  /** SHA-256 of the token, hex: whoever reads the table cannot follow the link. */
  token_hash: string;
  entry_id: string;
};

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
    launch_list: LaunchListTable;
    launch_list_links: LaunchListLinksTable;
  }
}

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
