import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };
import { COMMON_PASSWORDS } from './limits.ts';

/** The list is large. Pages load this module only when they need it, and the server only if a setting requires it. */
const mostUsed = new Set(passwords.slice(0, COMMON_PASSWORDS));

/** Normalises as the hashing code does (docs/product.md, "Passwords"), so full-width letters do not hide a common password. */
export function isCommonPassword(password: string): boolean {
  return mostUsed.has(password.normalize('NFKC').toLowerCase());
}
