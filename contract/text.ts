/** True if a database can store the text. PostgreSQL refuses NUL, and half a surrogate pair is no character. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The text with LF as its only line break. Browsers send CRLF, and some programs send other characters. */
export function withPlainBreaks(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n');
}

/**
 * The text in a normal form of Unicode. Cuts runs of more than 30 combining marks (Stream-Safe Text Format, UAX #15), because the
 * time to sort the marks of a run grows with the square of their number.
 */
export function normalized(text: string, form: 'NFC' | 'NFKC' = 'NFC'): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize(form);
}

/**
 * UTF-16 units allowed per character. The longest emoji have 15, but the accents stacked on a letter have no limit. In UTF-8, a
 * unit has up to 3 bytes.
 */
const UNITS_PER_CHARACTER = 16;

/** Counts visible characters. A character with very many UTF-16 units counts as several, because bytes are limited too. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) count += weightOf(segment);
  return count;
}

const weightOf = (segment: string) => Math.ceil(segment.length / UNITS_PER_CHARACTER);

/** The beginning of a text, cut between two visible characters. */
export function cutTo(text: string, max: number): string {
  if (text.length <= max) return text;
  let left = max;
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    left -= weightOf(segment);
    if (left < 0) return text.slice(0, index);
  }
  return text;
}

export function isTooLong(text: string, max: number): boolean {
  // Every visible character has at least one UTF-16 unit, so a short text needs no counting.
  return text.length > max && countCharacters(text) > max;
}
