/** PostgreSQL stores no NUL, and half of a surrogate pair is not a character. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** With line breaks of one kind. Browsers send two characters for each, some programs other ones. */
export function withPlainBreaks(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n');
}

/** Of one character that people see: the longest emoji have 15, stacked accents have no end. A unit takes at most three bytes. */
const UNITS_PER_CHARACTER = 16;

/** Characters as people count them (docs/product.md, "Profile"). One of very many units counts as several, so that a limit bounds bytes too. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) count += weightOf(segment);
  return count;
}

const weightOf = (segment: string) => Math.ceil(segment.length / UNITS_PER_CHARACTER);

/** The beginning of a text, cut between two characters that people see. */
export function cutTo(text: string, max: number): string {
  if (text.length <= max) return text;
  let left = max;
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    left -= weightOf(segment);
    if (left < 0) return text.slice(0, index);
  }
  return text;
}

/** Whether a text has more characters than it may. */
export function isTooLong(text: string, max: number): boolean {
  // No character that people see is shorter than a unit of the text: most texts need no counting.
  return text.length > max && countCharacters(text) > max;
}
