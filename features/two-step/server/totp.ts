import { Secret, TOTP } from 'otpauth';
import { BRAND } from '#content/brand.ts';
import { openText, sealText } from '#features/accounts/server/hashes.ts';
import { updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import type { Keyring } from '#server/settings/keyring.ts';

const PURPOSE = 'second steps';
const PERIOD = 30;
/** RFC 4226 §4: 160 bits. */
const SECRET_BYTES = 20;

/** What apps can do without being told: SHA-1, six digits, half a minute (RFC 6238). */
export function totpOf(secret: string, email = ''): TOTP {
  return new TOTP({ issuer: BRAND.product, label: email, secret: Secret.fromBase32(secret), period: PERIOD });
}

/** Base32, as apps take it. */
export function newSecret(newToken: () => string): string {
  const bytes = new Uint8Array(Buffer.from(newToken(), 'base64url')).slice(0, SECRET_BYTES);
  return new Secret({ buffer: bytes.buffer }).base32;
}

/** Whether a cleaned code (`contract/code.ts`) could be one of an app. */
export const isAppCode = (code: string) => /^\d{6}$/.test(code);

/** The half minute since 1970 whose code this is: this one, the one before or the next; `undefined` for any other code. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  if (!isAppCode(code)) return undefined;
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 });
  return delta === null ? undefined : Math.floor(timestamp / (PERIOD * 1_000)) + delta;
}

export const sealSecret = (keyring: Keyring, secret: string) => sealText(keyring, PURPOSE, secret);

/** `undefined` when none of the secrets of the site opens it (docs/decisions/0025). */
export const openSecret = (keyring: readonly string[], sealed: string) => openText(keyring, PURPOSE, sealed);

/**
 * A secret that no code has confirmed yet, for the session that began with it alone. Otherwise a thief's session could leave one
 * that the owner then confirms.
 */
export const sealBegunSecret = (keyring: Keyring, session: string, secret: string) =>
  sealText(keyring, `${PURPOSE}, begun by ${session}`, secret);

/** `undefined` for any other session. */
export const openBegunSecret = (keyring: readonly string[], session: string, sealed: string) =>
  openText(keyring, `${PURPOSE}, begun by ${session}`, sealed);

/**
 * Seals with the current secret what an accepted former one opens, so that the former one can be taken out
 * (docs/decisions/0025). For the start of a process. Answers how many there were.
 */
export async function resealSecrets({ db, keyring }: Pick<Deps, 'db' | 'keyring'>): Promise<number> {
  const [current, ...accepted] = keyring;
  if (accepted.length === 0) return 0;
  let resealed = 0;
  for (const row of await db.selectFrom('second_steps').select(['user_id', 'secret']).execute()) {
    if ((await openSecret([current], row.secret)) !== undefined) continue;
    const secret = await openSecret(accepted, row.secret);
    if (secret === undefined) continue;
    resealed += await updateRows(db, 'second_steps', row, { secret: await sealSecret(keyring, secret) });
  }
  return resealed;
}
