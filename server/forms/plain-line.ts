import { oneLine } from './form-entries.ts';

/**
 * A stranger's words on a line of a mail, among words of ours: nothing in them turns the direction of the line around
 * (`invoice[U+202E]fdp.exe`), and a mail program finds no encoded word of RFC 2047 to read as something else. May be
 * empty.
 */
export function plainLine(text: string): string {
  return oneLine(text.replace(/\p{Bidi_Control}/gu, '')).replaceAll('=?', '= ?');
}
