import { hash, hkdfSync } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { CompactEncrypt, compactDecrypt, errors } from 'jose';
import { networkOf, widestBlock } from '#server/http/client-address.ts';
import { type Keyring, sign } from '#server/settings/keyring.ts';

/** Hashes a token. Only the hash is stored, so that a reader of the database cannot use the token. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** A keyed hash of the caller's network. The hash distinguishes networks, although no IP address is stored. */
export function networkHash({ keyring }: { readonly keyring: Keyring }, request: FastifyRequest): string {
  return sign(keyring, 'network', widestBlock(networkOf(request)));
}

/** Encrypts a text with the current secret (JWE, A256GCM). It can be decrypted only for the same purpose. @public */
export function encryptText([current]: Keyring, purpose: string, text: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(encryptionKey(current, purpose));
}

/** Decrypts a text that `encryptText` encrypted; undefined when no secret fits. @public */
export async function decryptText(
  keyring: readonly string[],
  purpose: string,
  encrypted: string,
): Promise<string | undefined> {
  for (const secret of keyring) {
    try {
      const { plaintext } = await compactDecrypt(encrypted, encryptionKey(secret, purpose));
      return Buffer.from(plaintext).toString();
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return undefined;
}

function encryptionKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
}
