/** The ASCII digit for a digit of any writing system. The ten digits of each have consecutive code points. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

/** A typed code as it is compared: ASCII letters in lower case and ASCII digits. Empty if none was typed. */
export function cleanCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, plainDigit)
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '');
}
