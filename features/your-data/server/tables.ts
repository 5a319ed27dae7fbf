import type { IsoTime } from '#server/database/schema.ts';

/** A mailed link to what is kept under an address (docs/decisions/0071-your-data.md). */
export type RightsLinksTable = {
  /** SHA-256 of the token, hex: whoever reads the table cannot follow the link. */
  token_hash: string;
  /** Its key (`contract/address.ts`). */
  email: string;
  expires_at: IsoTime;
};

declare module '#server/database/schema.ts' {
  interface Schema {
    rights_links: RightsLinksTable;
  }
}
