/** The value of a digit of any script: each script has its ten in a row. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

/**
 * A code as it is compared, however it was typed or pasted: ASCII letters in lower case and ASCII digits, without what stands between
 * or around them. Empty where none is among what was typed.
 */
export function cleanCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, plainDigit)
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '');
}
