/**
 * Turns text around, or cannot be seen. Not what letters and emoji are joined and shaped with: joiner and non-joiner,
 * the selectors of a variant, and the gap in Mongolian words.
 */
const HIDDEN =
  /(?![\p{Join_Control}\p{Variation_Selector}\u180e])[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Joiners and selectors as well: nobody can see whether they were typed. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Something that leaves ink by itself; U+2800 is the Braille pattern without dots. */
const INK = /[^\p{Cc}\p{Cf}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * A name as it is kept: in Unicode's form C, without blanks around or in a row, without controls and without what cannot
 * be seen. Empty for a name of which nothing can be seen.
 */
export function tidyName(written: string): string {
  const tidy = written
    .toWellFormed()
    .replace(HIDDEN, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize('NFC');
  return INK.test(tidy) ? tidy : '';
}

/** Whether somebody who reads the one name and types it may come to the other (decisions §3.11). */
export function isSameName(one: string, other: string): boolean {
  return tidyName(one).replace(UNSEEN, '') === tidyName(other).replace(UNSEEN, '');
}
