import { isKeyedHash, keyedHash, knownSecrets, type Secrets } from './keyed-hash.ts';
import { isSameText } from './same-text.ts';

/**
 * The "pending verification" cookie (decisions §3.5): which unverified account this browser signed up, or proved the
 * password of. It may ask for another verification mail and save the record just created; it never is a session.
 */
export type PendingVerification = {
  readonly userId: string;
  /** Of the password hash this browser knows the password of; another password on the account makes the cookie void. */
  readonly credential: string;
};

/** As long as the mailed link: whoever confirms in the same browser need not type the password again. */
export const PENDING_SECONDS = 24 * 60 * 60;

export function credentialFingerprint(secret: string, passwordHash: string): string {
  return keyedHash(secret, 'pending-credential', passwordHash).slice(0, 22);
}

export function sealPending(secret: string, pending: PendingVerification, now: Date): string {
  const expires = Math.floor(now.getTime() / 1_000) + PENDING_SECONDS;
  const payload = `${pending.userId}.${pending.credential}.${expires}`;
  return `${payload}.${keyedHash(secret, 'pending-verification', payload)}`;
}

/** Whether the cookie was given for this password hash. */
export function isPendingFor(secrets: Secrets, pending: PendingVerification, passwordHash: string): boolean {
  return knownSecrets(secrets).some((secret) =>
    isSameText(pending.credential, credentialFingerprint(secret, passwordHash)),
  );
}

/** `undefined` for a value that is not ours, was changed, or is too old. */
export function openPending(
  secrets: Secrets,
  value: string | undefined,
  now: Date,
): PendingVerification | undefined {
  const cut = value?.lastIndexOf('.') ?? -1;
  if (value === undefined || cut < 0) return undefined;
  const payload = value.slice(0, cut);
  if (!isKeyedHash(secrets, value.slice(cut + 1), 'pending-verification', payload)) return undefined;
  const [userId, credential, expires] = payload.split('.');
  if (userId === undefined || credential === undefined || Number(expires) * 1_000 <= now.getTime())
    return undefined;
  return { userId, credential };
}
