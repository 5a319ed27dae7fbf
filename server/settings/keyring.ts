import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { makeFolder, writePrivateFile } from '#server/private-files.ts';
import { SECRET_MIN_LENGTH, type Settings } from './settings.ts';

/**
 * The secrets of the site, the current one first: it signs and encrypts everything new. The others are still accepted,
 * so that the secret can be changed without notice (docs/decisions/0025).
 */
export type Keyring = readonly [current: string, ...accepted: string[]];

/** Throws when the site has to make its own secret and cannot write it to `dataDir`. */
export async function readKeyring({
  authSecret,
  acceptedSecrets,
  dataDir,
}: Pick<Settings, 'authSecret' | 'acceptedSecrets' | 'dataDir'>): Promise<Keyring> {
  return [authSecret ?? (await secretFromDataDir(dataDir)), ...acceptedSecrets];
}

/** HMAC-SHA-256 with the current secret, base64url. A signature for one purpose is not valid for another. */
export function sign([current]: Keyring, purpose: string, text: string): string {
  return createHmac('sha256', current).update(`${purpose}\n${text}`).digest('base64url');
}

/** Whether one of the secrets made this signature, for this purpose and text. */
function verify(keyring: Keyring, purpose: string, text: string, signature: string): boolean {
  return keyring.some((secret) => isSameText(signature, sign([secret], purpose, text)));
}

/** A value with our signature and an end, for whoever keeps it meanwhile; it can be read, and not changed. */
export function seal(keyring: Keyring, purpose: string, value: unknown, until: number): string {
  const payload = Buffer.from(JSON.stringify({ value, until })).toString('base64url');
  return `${payload}.${sign(keyring, purpose, payload)}`;
}

/** `undefined` for what is not ours, was changed, or has ended. */
export function unseal<S extends z.ZodType>(
  keyring: Keyring,
  purpose: string,
  sealed: string | undefined,
  { schema, now }: { readonly schema: S; readonly now: Date },
): z.infer<S> | undefined {
  const [payload = '', signature = ''] = sealed?.split('.') ?? [];
  if (!verify(keyring, purpose, payload, signature)) return undefined;
  const { value, until } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return until > now.getTime() ? schema.parse(value) : undefined;
}

/** Compares two texts in a time that does not depend on where they differ; only their lengths may show. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export const secretFileIn = (dataDir: string) => join(dataDir, 'auth-secret');

/**
 * The secret of a site on SQLite without AUTH_SECRET: 48 random bytes, created at the first start in `dataDir` for its
 * owner only. An existing file is only read. Throws when it is too short, or a missing one cannot be written.
 */
export async function secretFromDataDir(dataDir: string): Promise<string> {
  const file = secretFileIn(dataDir);
  if (!existsSync(file)) {
    makeFolder(dataDir);
    const secret = randomBytes(48).toString('base64url');
    await writePrivateFile(file, (handle) => handle.writeFile(secret)).catch((error: unknown) => {
      // Another process that starts has written its secret first.
      if (!existsSync(file)) throw error;
    });
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= SECRET_MIN_LENGTH) return secret;
  throw new Error(
    `The file ${file} holds ${secret.length} characters, but the secret of a site has at least ${SECRET_MIN_LENGTH}. Restore it from a backup, or delete the file: then a new secret is generated, and what the old one signed is no longer accepted.`,
  );
}
