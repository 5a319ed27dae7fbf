import { z } from 'zod';
import { acceptedWith, address } from '#contract/answers.ts';
import { email } from '#contract/fields.ts';
import { linkToken } from '#features/accounts/bodies.ts';
import type {} from '#features/accounts/security-bodies.ts';

/**
 * `POST /api/account/address`: requests a change of address. Needs a proof of identity from the last five minutes. Answers
 * `AcceptedAnswer` whether or not the new address has an account (docs/product.md, "Address change"). Refuses the account's own
 * address with FIELDS_NOT_VALID.
 */
export const addressChangeBody = z.object({ email });

/** `POST /api/account/address/confirm`, sent by the page of the mailed link. Needs no session. Refuses with LINK_NOT_VALID. */
export const confirmAddressBody = z.object({ token: linkToken });

/** `email`: the account's new address. */
export const addressChangedAnswer = acceptedWith({ email: address });
export type AddressChangedAnswer = z.infer<typeof addressChangedAnswer>;

declare module '#features/accounts/security-bodies.ts' {
  interface SecurityData {
    /** The new address that the owner requested, until it is confirmed; then null. */
    readonly awaitedAddress: string | null;
  }
}
