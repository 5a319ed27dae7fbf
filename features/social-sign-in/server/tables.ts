import { SOCIAL_COLUMNS } from '#content/features/social-sign-in-data.ts';
import { ofAccount, type TableRules } from '#server/database/tables.ts';

export const socialTables = {
  provider_accounts: { ...SOCIAL_COLUMNS.provider_accounts, ...ofAccount, order: ['provider', 'account_id'] },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    provider_accounts: {
      provider: string;
      /** The provider's id of the person. It includes the issuer or host unless that is Google or github.com. */
      account_id: string;
      user_id: string;
      created_at: IsoTime;
    };
  }
}
