import { ADDRESS_CHANGE_COLUMNS } from '#content/features/address-change-data.ts';
import { endsWithAccess, ofAccount, type TableRules } from '#server/database/tables.ts';

export const addressChangeTables = {
  address_changes: {
    ...ADDRESS_CHANGE_COLUMNS.address_changes,
    ...ofAccount,
    order: ['user_id'],
    endsWithAccess,
    isEmptiedByRestore: true,
  },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    /** The new address that an account requested last (docs/decisions/0070-changing-the-address-of-an-account.md). */
    address_changes: {
      user_id: string;
      email: string;
      /**
       * The SHA-256 hash of the link's token. Null until the mail is written. Stays null if another account has the address.
       */
      token_hash: string | null;
      expires_at: IsoTime;
    };
  }
}
