import { z } from 'zod';
import { acceptedWith, address } from '#contract/answers.ts';
import { email } from '#contract/fields.ts';
import { linkToken } from '#features/accounts/bodies.ts';
import type {} from '#features/accounts/security-bodies.ts';

export const addressChangeBody = z.object({ email });

export const confirmAddressBody = z.object({ token: linkToken });

export const addressChangedAnswer = acceptedWith({ email: address });
export type AddressChangedAnswer = z.infer<typeof addressChangedAnswer>;

declare module '#features/accounts/security-bodies.ts' {
  interface SecurityData {
    /** The new address that the owner requested; null once it is confirmed. */
    readonly awaitedAddress: string | null;
  }
}
