import type { FastifyRequest } from 'fastify';
import { networkOf, widestBlock } from '#server/http/client-address.ts';
import { type Keyring, sign } from '#server/settings/keyring.ts';

/** Tells apart the networks that mails were asked from, without keeping an address. */
export function networkHash({ keyring }: { readonly keyring: Keyring }, request: FastifyRequest): string {
  return sign(keyring, 'network', widestBlock(networkOf(request)));
}
