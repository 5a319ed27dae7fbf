import { requestResetBody } from '#contract/identity.ts';

/**
 * An address as providers write it, in the form that we compare and store; `undefined` for one that could not have
 * been typed here. Only ASCII: in lower case, letters of other scripts can become those of somebody else's address
 * (the Kelvin sign is a `k` then), and what the provider verified is not that address.
 */
export function providerAddress(written: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(written.trim())) return undefined;
  return requestResetBody.shape.email.safeParse(written).data;
}
