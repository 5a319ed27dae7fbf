import { tidyName } from '#contract/display-name.ts';

/**
 * A stranger's text for a line of a mail: tidied, as older rows are not (`invoice[U+202E]fdp.exe`), and without encoded
 * words of RFC 2047. May be empty.
 */
export function plainLine(text: string): string {
  return tidyName(text).replaceAll('=?', '= ?');
}
