import { type Generated, sql } from 'kysely';
import { YOUR_DATA_COLUMNS } from '#content/features/your-data-data.ts';
import type { TableRules } from '#server/database/tables.ts';

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
    rights_links: {
      token_hash: string;
      email: string;
      expires_at: IsoTime;
      /** The keyed hash of the requester's network. */
      network: Generated<string>;
    };
  }
}
