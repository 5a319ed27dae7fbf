import { stringify } from 'csv-stringify/sync';
import { tidyName } from '#contract/display-name.ts';

/**
 * Control and format characters, lone surrogates, private and unassigned characters can drive a terminal, reverse a
 * line or hide. Several scripts need the two joiners.
 */
const UNPRINTABLE = /(?![\n\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;

/** A stranger's text for a terminal: line breaks stay, each unprintable character is written as `\u{1b}`. */
export function printable(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/\t/g, '  ')
    .replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** As `printable`, in one line. */
export function printableLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim());
}

/** JSON for a terminal: the same values, with unprintable characters as escapes. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(UNPRINTABLE, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Rows for spreadsheets: no cell is a formula, or drives a terminal. @public */
export function csv(rows: readonly (readonly string[])[], bom = false): string {
  return stringify(
    // `escape_formulas` looks at the first character only: nothing that a spreadsheet skips may stand before it.
    rows.map((row) => row.map((cell) => printable(cell.trim()))),
    // A spreadsheet that splits at semicolons keeps the quoted `a;=1+1` in one cell.
    { bom, quoted: true, record_delimiter: 'windows', escape_formulas: true },
  );
}

/** Characters, of up to four bytes each; file systems allow names of 255 bytes. */
const NAME_MOST = 50;
/** Windows takes `CON` and `con.txt` for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A plain file name on every system: no folder, not hidden, no unprintable character, no option of a program. @public */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*$`']/gu, '_')
    .replace(/^[\s.~-]+|[\s.]+$/g, '');
  const [, stem = '', ending = ''] = /^(.*?)(\.[\w-]{1,16})?$/su.exec(plain) ?? [];
  const cut = [...stem].slice(0, NAME_MOST).join('');
  const short = `${cut.replace(/[\s.]+$/, '')}${ending}`;
  if (short === '') return 'file';
  return DEVICE.test(short) ? `file-${short}` : short;
}

/**
 * A stranger's text for a line of a mail: tidied, as older rows are not (`invoice[U+202E]fdp.exe`), and without encoded
 * words of RFC 2047. May be empty.
 */
export function plainLine(text: string): string {
  return tidyName(text).replaceAll('=?', '= ?');
}
