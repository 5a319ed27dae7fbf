import { PASSKEY_COLUMNS } from '#content/features/passkeys-data.ts';
import type { PasskeyPurpose } from '#features/passkeys/bodies.ts';
import type { Flag, IsoTime } from '#server/database/schema.ts';
import { endsWithAccess, ofAccount, type TableRules } from '#server/database/tables.ts';

/** A key that a device or password manager keeps for an account (docs/decisions/0067-passkeys.md). */
export type PasskeysTable = {
  /** The credential id, base64url. */
  id: string;
  user_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** How often it was used, as it says itself; always 0 for those that are on several devices. */
  counter: number;
  /** How browsers reach it, parted by commas. */
  transports: string;
  name: string;
  /** Whether it opens the account by itself: it does where its device knows whose it is. */
  discoverable: Flag;
  backed_up: Flag;
  created_at: IsoTime;
  last_used_at: IsoTime | null;
  /** From when on it opens the console; null for one of before this column, which does when it is a day old. */
  opens_console_from: IsoTime | null;
};

/** What a browser has to sign with a passkey. Goes with the answer, so that it works once. */
export type WebauthnChallengesTable = {
  /** 256 bits of randomness, base64url. */
  challenge: string;
  /** SHA-256 of the token in the passkey cookie, hex. */
  token_hash: string;
  purpose: PasskeyPurpose;
  /** Who is signed in; null for a sign-in. */
  user_id: string | null;
  expires_at: IsoTime;
};

export const passkeyTables = {
  passkeys: {
    ...PASSKEY_COLUMNS.passkeys,
    ...ofAccount,
    order: ['created_at', 'id'],
  },
  webauthn_challenges: {
    ...PASSKEY_COLUMNS.webauthn_challenges,
    endsWithAccess,
  },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    passkeys: PasskeysTable;
    webauthn_challenges: WebauthnChallengesTable;
  }
}
