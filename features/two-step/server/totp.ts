import { Secret, TOTP } from 'otpauth';
import { BRAND } from '#content/brand.ts';
import { decryptText, encryptText } from '#features/accounts/server/hashes.ts';
import { updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import type { LaunchProblem } from '#server/settings/launch-checks.ts';

const PURPOSE = 'second steps';
const PERIOD = 30;
/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20;

/** Authenticator apps expect SHA-1, six digits and half a minute (RFC 6238). */
export function totpOf(secret: string, email = ''): TOTP {
  return new TOTP({ issuer: BRAND.product, label: email, secret: Secret.fromBase32(secret), period: PERIOD });
}

export function newSecret(newToken: () => string): string {
  const bytes = new Uint8Array(Buffer.from(newToken(), 'base64url')).slice(0, SECRET_BYTES);
  return new Secret({ buffer: bytes.buffer }).base32;
}

/**
 * The time step of a code that `contract/code.ts` has cleaned. Undefined for a code of a time other than the present, previous or
 * next step, and for a recovery code.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 });
  return delta === null ? undefined : Math.floor(timestamp / (PERIOD * 1_000)) + delta;
}

/**
 * An unconfirmed secret can be decrypted only for the session that began its setup, so that the owner never confirms a thief's
 * secret.
 */
const purposeOf = (begunBy: string | undefined) =>
  begunBy === undefined ? PURPOSE : `${PURPOSE}, begun by ${begunBy}`;

/** @param begunBy the id of the session that began the setup; absent once the secret is confirmed */
export const encryptSecret = (keyring: Keyring, secret: string, begunBy?: string) =>
  encryptText(keyring, purposeOf(begunBy), secret);

/**
 * Returns undefined if no secret of the site decrypts the text, or if another session began the setup (docs/decisions/0025).
 */
export const decryptSecret = (keyring: readonly string[], encrypted: string, begunBy?: string) =>
  decryptText(keyring, purposeOf(begunBy), encrypted);

/** The number of stored secrets that are tried. If the site’s secret is wrong, none of them can be decrypted. */
const TRIED = 100;

/**
 * Reports a launch problem if the site's secrets decrypt no stored secret of an app, for example after a restore with another
 * secret.
 */
export async function appSecretProblems({
  db,
  keyring,
}: Pick<Deps, 'db' | 'keyring'>): Promise<LaunchProblem[]> {
  const rows = await db
    .selectFrom('second_steps')
    .select('secret')
    .where('confirmed_at', 'is not', null)
    .limit(TRIED)
    .execute();
  for (const { secret } of rows) if ((await decryptSecret(keyring, secret)) !== undefined) return [];
  if (rows.length === 0) return [];
  return [
    {
      weight: 'advice',
      where: 'AUTH_SECRET',
      problem: 'cannot decrypt what the site has stored: all codes of authenticator apps are refused',
      fix: 'set the secret that the site had before, or name it in AUTH_SECRET_ACCEPTED. If it has leaked, people with an app need a recovery instead',
    },
  ];
}

export async function encryptSecretsAgain({ db, keyring }: Pick<Deps, 'db' | 'keyring'>): Promise<number> {
  const [current, ...accepted] = keyring;
  if (accepted.length === 0) return 0;
  let count = 0;
  for (const row of await db.selectFrom('second_steps').select(['user_id', 'secret']).execute()) {
    if ((await decryptSecret([current], row.secret)) !== undefined) continue;
    const secret = await decryptSecret(accepted, row.secret);
    if (secret === undefined) continue;
    count += await updateRows(db, 'second_steps', row, { secret: await encryptSecret(keyring, secret) });
  }
  return count;
}
