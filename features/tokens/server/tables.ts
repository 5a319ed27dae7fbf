import { TOKENS_COLUMNS } from '#content/features/tokens-data.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { TableRules } from '#server/database/tables.ts';

/** Signing keys of the short-lived tokens (docs/product.md, "Tokens"). */
export type JwksTable = {
  /** The key id, which tokens name as `kid`. */
  id: string;
  /** The private key as a JWE, encrypted with AUTH_SECRET; it includes the public key. */
  private_key: string;
  created_at: IsoTime;
  /** The key signs until this time; afterwards its public key stays published for `GRACE_DAYS`. */
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
