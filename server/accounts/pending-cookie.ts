import { type Keyring, sign, verify } from '#server/settings/keyring.ts';

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

export function credentialFingerprint(keyring: Keyring, passwordHash: string): string {
  return sign(keyring, 'pending-credential', passwordHash);
}

export function sealPending(keyring: Keyring, pending: PendingVerification, now: Date): string {
  const expires = Math.floor(now.getTime() / 1_000) + PENDING_SECONDS;
  const payload = `${pending.userId}.${pending.credential}.${expires}`;
  return `${payload}.${sign(keyring, 'pending-verification', payload)}`;
}

/** Whether the cookie was given for this password hash. */
export function isPendingFor(keyring: Keyring, pending: PendingVerification, passwordHash: string): boolean {
  return verify(keyring, 'pending-credential', passwordHash, pending.credential);
}

/** `undefined` for a value that is not ours, was changed, or is too old. */
export function openPending(
  keyring: Keyring,
  value: string | undefined,
  now: Date,
): PendingVerification | undefined {
  const cut = value?.lastIndexOf('.') ?? -1;
  if (value === undefined || cut < 0) return undefined;
  const payload = value.slice(0, cut);
  if (!verify(keyring, 'pending-verification', payload, value.slice(cut + 1))) return undefined;
  const [userId, credential, expires] = payload.split('.');
  if (userId === undefined || credential === undefined || Number(expires) * 1_000 <= now.getTime())
    return undefined;
  return { userId, credential };
}
