import { type Generated, sql } from 'kysely';
import { YOUR_DATA_COLUMNS } from '#content/features/your-data-data.ts';
import { action } from '#server/audit/action.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { TableRules } from '#server/database/tables.ts';

/** A mailed link to the data of an address (docs/decisions/0071-your-data.md). */
export type RightsLinksTable = {
  token_hash: string;
  email: string;
  expires_at: IsoTime;
  /** Keyed hash of the network that requested the link. */
  network: Generated<string>;
};

export const rightsTables = {
  rights_links: {
    ...YOUR_DATA_COLUMNS.rights_links,
    where: ({ email }) => sql`email = ${email}`,
    order: ['token_hash'],
    isOfMailbox: true,
    endsWithAccess: (userId) => sql`email = (select email from users where id = ${userId})`,
    isEmptiedByRestore: true,
  },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    rights_links: RightsLinksTable;
  }
}

export const DATA_EXPORTED = action('data-exported', 'downloaded everything kept about the account');
export const ADDRESS_EXPORTED = action('address-exported', 'downloaded what is kept under an email address');
export const ADDRESS_ERASED = action('address-erased', 'erased what was kept under an email address');
