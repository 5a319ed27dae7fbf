import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { makeFolder, writePrivateFile } from '#server/private-files.ts';
import { SECRET_MIN_LENGTH, type Settings } from './settings.ts';

/** The first secret signs and encrypts. Older ones are still accepted, so a new secret ends no session (docs/decisions/0025). */
export type Keyring = readonly [current: string, ...accepted: string[]];

/** Reads the secrets of the site. Throws if the site has to generate its secret and cannot write it to `dataDir`. */
export async function readKeyring({
  authSecret,
  acceptedSecrets,
  dataDir,
}: Pick<Settings, 'authSecret' | 'acceptedSecrets' | 'dataDir'>): Promise<Keyring> {
  return [authSecret ?? (await secretFromDataDir(dataDir)), ...acceptedSecrets];
}

/** A signature is an HMAC-SHA-256 with the current secret, in base64url. It is valid for one purpose only. */
export function sign([current]: Keyring, purpose: string, text: string): string {
  return createHmac('sha256', current).update(`${purpose}\n${text}`).digest('base64url');
}

/** A signed value that expires, for example for a cookie. The holder can read it but not change it. */
export function signValue(keyring: Keyring, purpose: string, value: unknown, until: number): string {
  const payload = Buffer.from(JSON.stringify({ value, until })).toString('base64url');
  return `${payload}.${sign(keyring, purpose, payload)}`;
}

/** Reads a signed value. Undefined if the signature is invalid or the value has expired. */
export function readSigned<S extends z.ZodType>(
  keyring: Keyring,
  purpose: string,
  signed: string | undefined,
  { schema, now }: { readonly schema: S; readonly now: Date },
): z.infer<S> | undefined {
  const [payload = '', signature = ''] = signed?.split('.') ?? [];
  if (!keyring.some((secret) => isSameText(signature, sign([secret], purpose, payload)))) return undefined;
  const { value, until } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return until > now.getTime() ? schema.parse(value) : undefined;
}

/** The comparison takes constant time for texts of equal length. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export const secretFileIn = (dataDir: string) => join(dataDir, 'auth-secret');

/**
 * The secret of a site without AUTH_SECRET, made at the first start. Throws if the stored secret is too short, or a new one
 * cannot be written.
 */
export async function secretFromDataDir(dataDir: string): Promise<string> {
  const file = secretFileIn(dataDir);
  if (!existsSync(file)) {
    makeFolder(dataDir);
    const secret = randomBytes(48).toString('base64url');
    await writePrivateFile(file, (handle) => handle.writeFile(secret)).catch((error: unknown) => {
      // Another process may have written its secret first. The site then uses that secret.
      if (!existsSync(file)) throw error;
    });
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= SECRET_MIN_LENGTH) return secret;
  throw new Error(
    `The file ${file} holds ${secret.length} characters, but a secret needs at least ${SECRET_MIN_LENGTH}. Restore it from a backup, or delete the file to generate a new secret, which signs everyone out.`,
  );
}
