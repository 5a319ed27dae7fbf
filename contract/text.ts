/** PostgreSQL stores no NUL, and half of a surrogate pair is no character. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** With one kind of line break. Browsers send two characters for each, some programs others. */
export function withPlainBreaks(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n');
}

/** For one visible character: the longest emoji have 15 units, stacked accents have no end. A unit takes at most three bytes. */
const UNITS_PER_CHARACTER = 16;

/**
 * Characters as people count them (docs/product.md, "Profile"). One with very many units counts as several, so that a limit also bounds
 * bytes.
 */
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
  // A visible character has at least one unit, so most texts need no counting.
  return text.length > max && countCharacters(text) > max;
}
