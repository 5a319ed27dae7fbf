import { requestResetBody } from '#contract/identity.ts';

/**
 * Normalises an address of a provider; `undefined` for one that could not be typed here. Only ASCII: in lower case,
 * other letters can turn into somebody else's address (the Kelvin sign becomes `k`).
 */
export function providerAddress(written: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(written.trim())) return undefined;
  return requestResetBody.shape.email.safeParse(written).data;
}
