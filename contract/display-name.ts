import { PROFILE_NAME_MAX } from './limits.ts';
import { cutTo, normalized } from './text.ts';

/** Characters that reverse text or are invisible. Characters that shape letters and emoji are not among them. */
const HIDDEN =
  /(?![\p{Join_Control}\p{Variation_Selector}\u180e])[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

const STRAY = /(?<![^\s\p{Cc}])[\p{Join_Control}\p{Variation_Selector}]+/gu;

/**
 * All invisible characters, including joiners and variation selectors. The comparison of names ignores them, because a reader
 * cannot see them.
 */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A visible character; U+2800, the blank Braille pattern, does not count. */
const INK = /[^\p{Cc}\p{Cf}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns a public line, such as a name, in NFC and without control and invisible characters. Empty if nothing visible is left. */
export function tidyName(written: string): string {
  const shown = written
    .toWellFormed()
    .replace(HIDDEN, '')
    .replace(STRAY, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const tidy = normalized(shown);
  return INK.test(tidy) ? tidy : '';
}

/** A name from a sign-in provider, tidied and shortened to the maximum length without splitting a visible character. */
export function fittingName(written: string): string {
  return tidyName(cutTo(tidyName(written), PROFILE_NAME_MAX));
}

/** True if a person who reads one of the names could type the other (docs/product.md, "Deletion"). */
export function isSameName(one: string, other: string): boolean {
  return tidyName(one).replace(UNSEEN, '') === tidyName(other).replace(UNSEEN, '');
}
