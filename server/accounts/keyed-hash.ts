import { createHmac } from 'node:crypto';
import type { IdentityDeps } from './identity-deps.ts';
import { isSameText } from './same-text.ts';

/** The secrets that this process knows: what is made takes `secret`, what is opened may be of any of them. */
export type Secrets = Pick<IdentityDeps, 'secret' | 'acceptedSecrets'>;

/** The current secret first. */
export function knownSecrets({ secret, acceptedSecrets }: Secrets): readonly string[] {
  return [secret, ...acceptedSecrets];
}

/** HMAC-SHA-256, base64url. What was made for one purpose is worth nothing for another. */
export function keyedHash(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');
}

/** Whether one of the known secrets made this hash, for this purpose and text. */
export function isKeyedHash(secrets: Secrets, hash: string, purpose: string, text: string): boolean {
  return knownSecrets(secrets).some((secret) => isSameText(hash, keyedHash(secret, purpose, text)));
}
