import { PASSKEY_COLUMNS } from '#content/features/passkeys-data.ts';
import type { PasskeyPurpose } from '#features/passkeys/bodies.ts';
import type { Flag, IsoTime } from '#server/database/schema.ts';
import { endsWithAccess, ofAccount, type TableRules } from '#server/database/tables.ts';

/** A public key whose private key a device or password manager keeps (docs/decisions/0067-passkeys.md). */
export type PasskeysTable = {
  /** The credential id, base64url. */
  id: string;
  user_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** The passkey's own count of uses; always 0 for passkeys on several devices. */
  counter: number;
  /** How browsers reach it, separated by commas. */
  transports: string;
  name: string;
  /** Whether it opens the account by itself, because its device stores the account. */
  discoverable: Flag;
  backed_up: Flag;
  created_at: IsoTime;
  last_used_at: IsoTime | null;
  /** When it opens the console; null for rows of earlier versions, which open it after a day. */
  opens_console_from: IsoTime | null;
};

/** A challenge. Deleted with its answer, so that it works once. */
export type WebauthnChallengesTable = {
  /** 256 bits of randomness, base64url. */
  challenge: string;
  /** SHA-256 of the token in the passkey cookie, hex. */
  token_hash: string;
  purpose: PasskeyPurpose;
  /** The signed-in account; null for a sign-in. */
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
