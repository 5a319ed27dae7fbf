import type { IsoTime } from '#server/database/schema.ts';

/** An account at Google or GitHub that opens an account here. */
export type ProviderAccountsTable = {
  provider: string;
  /** The provider's id of the person, with its issuer or host where that is not the usual one. */
  account_id: string;
  user_id: string;
  created_at: IsoTime;
};

declare module '#server/database/schema.ts' {
  interface Schema {
    provider_accounts: ProviderAccountsTable;
  }
}
