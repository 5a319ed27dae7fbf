import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { networkOf, widestBlock } from '#server/http/client-address.ts';
import { type Keyring, sign } from '#server/settings/keyring.ts';

/** SHA-256, hex, of a random token. Only this is stored, so a reader of the database cannot use the token. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** Tells apart the networks that mails were asked from, without keeping an address. */
export function networkHash({ keyring }: { readonly keyring: Keyring }, request: FastifyRequest): string {
  return sign(keyring, 'network', widestBlock(networkOf(request)));
}
