import { normalized } from './text.ts';

/** The ASCII digit for a digit of any writing system. In every system, the ten digits have consecutive code points. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

/** Returns a typed code in the form that is compared: lower-case ASCII letters and digits. Empty if no code was typed. */
export function cleanCode(typed: string): string {
  return normalized(typed, 'NFKC')
    .replace(/\p{Nd}/gu, plainDigit)
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '');
}

/** New recovery codes. They are shown once, because the server stores only their hashes. */
export type NewCodes = {
  readonly codes: readonly string[];
  /** The id of this set of codes. It is sent back to confirm that the person saved them. */
  readonly set: string;
};
