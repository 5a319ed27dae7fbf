import { PASSKEY_COLUMNS } from '#content/features/passkeys-data.ts';
import type { PasskeyPurpose } from '#features/passkeys/bodies.ts';
import type { Flag, IsoTime } from '#server/database/schema.ts';
import { endsWithAccess, ofAccount, type TableRules } from '#server/database/tables.ts';

/**
 * The public keys of passkeys. The private key is on a device or in a password manager (docs/decisions/0067-passkeys.md).
 */
export type PasskeysTable = {
  /** The WebAuthn id of the passkey, in base64url. */
  id: string;
  user_id: string;
  /** The public key in the COSE format, in base64url. */
  public_key: string;
  /** How often the passkey was used, as its device counts; always 0 for passkeys that several devices share. */
  counter: number;
  /** How browsers reach the device, such as `internal` or `usb`; separated by commas. */
  transports: string;
  name: string;
  /** True if the passkey signs in without a typed address, because its device stores the account. */
  discoverable: Flag;
  backed_up: Flag;
  created_at: IsoTime;
  last_used_at: IsoTime | null;
  /** The time from which the passkey may open the console. In rows of earlier versions, null means one day after `created_at`. */
  opens_console_from: IsoTime | null;
};

export const passkeyTables = {
  passkeys: { ...PASSKEY_COLUMNS.passkeys, ...ofAccount, order: ['created_at', 'id'] },
  webauthn_challenges: {
    ...PASSKEY_COLUMNS.webauthn_challenges,
    endsWithAccess,
  },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    passkeys: PasskeysTable;
    /** A challenge is deleted with its first answer, so that it works only once. */
    webauthn_challenges: {
      /** The challenge: 256 random bits in base64url. */
      challenge: string;
      token_hash: string;
      purpose: PasskeyPurpose;
      /** The account that answers the challenge; null for a sign-in. */
      user_id: string | null;
      expires_at: IsoTime;
    };
  }
}
