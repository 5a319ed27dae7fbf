import { oneLine } from './form-entries.ts';

/**
 * A stranger's text for a line of a mail: without characters that reverse the line (`invoice[U+202E]fdp.exe`), and
 * without encoded words of RFC 2047. May be empty.
 */
export function plainLine(text: string): string {
  return oneLine(text.replace(/\p{Bidi_Control}/gu, '')).replaceAll('=?', '= ?');
}
