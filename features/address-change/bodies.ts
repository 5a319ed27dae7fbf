import { z } from 'zod';
import { acceptedWith, address } from '#contract/answers.ts';
import { email } from '#contract/fields.ts';
import { linkToken } from '#features/accounts/bodies.ts';
import type {} from '#features/accounts/security-bodies.ts';

/**
 * `POST /api/account/address`, with a proof of the last five minutes: requests a change of address. Answers `AcceptedAnswer`
 * whether or not the new address has an account (docs/product.md, "Address change"). Refusal FIELDS_NOT_VALID for the account's own
 * address.
 */
export const addressChangeBody = z.object({ email });

/** `POST /api/account/address/confirm`: sent by the page of the mailed link. Needs no session. Refusal LINK_NOT_VALID. */
export const confirmAddressBody = z.object({ token: linkToken });

/** `email`: the account's new address. */
export const addressChangedAnswer = acceptedWith({ email: address });
export type AddressChangedAnswer = z.infer<typeof addressChangedAnswer>;

declare module '#features/accounts/security-bodies.ts' {
  interface SecurityData {
    /** The requested address, until it is confirmed. */
    readonly awaitedAddress: string | null;
  }
}
