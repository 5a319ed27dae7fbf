import { z } from 'zod';
import { acceptedWith, address } from '#contract/answers.ts';
import { email } from '#contract/fields.ts';
import { linkToken } from '#features/accounts/bodies.ts';
import type {} from '#features/accounts/security-bodies.ts';

/**
 * `POST /api/account/address`, with a proof of the last five minutes: asks for another address. Answers `AcceptedAnswer`
 * whether or not that has an account (docs/product.md, "Address change"). Refusal FIELDS_NOT_VALID for the address that the account has.
 */
export const addressChangeBody = z.object({ email });

/**
 * `POST /api/account/address/confirm`: what the button behind the mailed link sends. Nobody has to be signed in. Refusal
 * LINK_NOT_VALID.
 */
export const confirmAddressBody = z.object({ token: linkToken });

/** `email` signs in from then on. */
export const addressChangedAnswer = acceptedWith({ email: address });
export type AddressChangedAnswer = z.infer<typeof addressChangedAnswer>;

declare module '#features/accounts/security-bodies.ts' {
  interface SecurityData {
    /** The address that a mail was sent to and nobody has confirmed yet. */
    readonly awaitedAddress: string | null;
  }
}
