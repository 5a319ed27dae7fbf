/**
 * Control and format characters, halves of pairs, private and unassigned ones: what drives a terminal, turns the
 * direction of a line around or cannot be seen. Not the two joiners, which several scripts are written with.
 */
const UNSEEN = /(?![\n\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;
/** Marks that pile up on one letter reach into the lines above. No script needs more than this. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;
const WIDE =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Yi}\p{Script=Tangut}\u2e80-\u303e\u3200-\u33ff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/u;
const NO_WIDTH = /^[\p{M}\u200c\u200d]+$/u;

/**
 * Text of strangers, fit for a terminal: line breaks stay, every other character that is not plainly visible is written
 * as its number, like `\u{1b}`.
 */
export function harmless(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/\t/g, '  ')
    .replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    .replace(PILED_MARKS, '$1');
}

/** As `harmless`, in one line. */
export function harmlessLine(text: string): string {
  return harmless(text.replace(/\s+/g, ' ').trim());
}

/** JSON that may be shown on a terminal: the same values, with what `harmless` replaces written as escapes. */
export function harmlessJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(UNSEEN, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** How many columns of a terminal a text takes; its letters as people see them, the wide ones twice. */
export function displayWidth(text: string): number {
  return letters(text).reduce((width, letter) => width + widthOf(letter), 0);
}

/** Exactly `width` columns: cut, with `…` at the end, or filled up with blanks. */
export function fitInto(text: string, width: number): string {
  const own = displayWidth(text);
  if (own <= width) return text + ' '.repeat(width - own);
  let kept = '';
  let used = 0;
  for (const letter of letters(text)) {
    const next = used + widthOf(letter);
    if (next > width - 1) break;
    kept += letter;
    used = next;
  }
  return `${kept}…${' '.repeat(width - 1 - used)}`;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

function letters(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

function widthOf(letter: string): number {
  if (WIDE.test(letter) || letter.includes('\ufe0f')) return 2;
  return NO_WIDTH.test(letter) ? 0 : 1;
}
