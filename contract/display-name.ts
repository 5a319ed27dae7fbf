import { PROFILE_NAME_MAX } from './limits.ts';
import { cutTo } from './text.ts';

/**
 * Turns text around, or cannot be seen. Not what letters and emoji are joined and shaped with: joiner and non-joiner,
 * the selectors of a variant, and the gap in Mongolian words.
 */
const HIDDEN =
  /(?![\p{Join_Control}\p{Variation_Selector}\u180e])[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Joins or shapes nothing: no letter stands before it. */
const STRAY = /(?<![^\s\p{Cc}])[\p{Join_Control}\p{Variation_Selector}]+/gu;

/** Joiners and selectors as well: nobody can see whether they were typed. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Something that leaves ink by itself; U+2800 is the Braille pattern without dots. */
const INK = /[^\p{Cc}\p{Cf}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * A name, a subject or another line that others see, as it is kept: in Unicode's form C, without blanks around or in a row, without controls and without what cannot
 * be seen. Empty for a name of which nothing can be seen.
 */
export function tidyName(written: string): string {
  const tidy = written
    .toWellFormed()
    .replace(HIDDEN, '')
    .replace(STRAY, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize('NFC');
  return INK.test(tidy) ? tidy : '';
}

/** A name from elsewhere as the person could have typed it here: tidied, and cut between two characters where it is too long. */
export function fittingName(written: string): string {
  return tidyName(cutTo(tidyName(written), PROFILE_NAME_MAX));
}

/** Whether somebody who reads the one name and types it may come to the other (docs/product.md, "Deletion"). */
export function isSameName(one: string, other: string): boolean {
  return tidyName(one).replace(UNSEEN, '') === tidyName(other).replace(UNSEEN, '');
}
