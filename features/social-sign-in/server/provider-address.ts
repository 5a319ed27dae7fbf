import { addressKey } from '#contract/address.ts';

/** Unicode counts them as other spellings of ` and K, in which an address at the provider need not be the same mailbox. */
const SPELLINGS_OF_ASCII = /[\u1fef\u212a]/;

/** The key of an address that a provider gives; `undefined` for one that could not be typed here. */
export function providerAddress(written: string): string | undefined {
  return SPELLINGS_OF_ASCII.test(written) ? undefined : addressKey(written);
}
