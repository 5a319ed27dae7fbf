import { TOKENS_COLUMNS } from '#content/features/tokens-data.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { TableRules } from '#server/database/tables.ts';

/** Signing keys of the short-lived tokens (docs/product.md, "Tokens"). */
export type JwksTable = {
  /** The `kid`. */
  id: string;
  /** JWE, encrypted with AUTH_SECRET; contains the public key. */
  private_key: string;
  created_at: IsoTime;
  /** Signs until then; then it stays published for `GRACE_DAYS`. */
  expires_at: IsoTime;
};

export const tokenTables = {
  jwks: {
    ...TOKENS_COLUMNS.jwks,
  },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    jwks: JwksTable;
  }
}
