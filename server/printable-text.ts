import { stringify } from 'csv-stringify/sync';
import { tidyName } from '#contract/display-name.ts';
import { normalized } from '#contract/text.ts';

/**
 * Characters that can control a terminal, reverse or hide text. Zero-width joiners are left out, because several scripts need
 * them.
 */
const UNPRINTABLE = /(?![\n\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;

/** Makes user input safe for a terminal. Keeps line breaks, and replaces unprintable characters by codes such as `\u{1b}`. */
export function printable(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/\t/g, '  ')
    .replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

export function printableLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim());
}

export function printableJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(UNPRINTABLE, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** CSV for spreadsheets. No cell is read as a formula or can control a terminal. @public */
export function csv(rows: readonly (readonly string[])[], bom = false): string {
  return stringify(
    // Cells are trimmed, because `escape_formulas` checks only the first character, and spreadsheets skip spaces before it.
    rows.map((row) => row.map((cell) => printable(cell.trim()))),
    // Cells are quoted, because some spreadsheets split at semicolons, as in `a;=1+1`.
    { bom, quoted: true, record_delimiter: 'windows', escape_formulas: true },
  );
}

/** The maximum characters of a file name without its extension. Each may need four bytes, and file systems allow 255 bytes. */
const MAX_NAME = 50;
/** Windows treats these names as devices, such as `CON` and `con.txt`. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A file name that is safe on every system: no folder, not hidden, no unprintable character, no leading `-`. @public */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = normalized(last)
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*$`']/gu, '_')
    .replace(/^[\s.~-]+|[\s.]+$/g, '');
  const [, stem = '', ending = ''] = /^(.*?)(\.[\w-]{1,16})?$/su.exec(plain) ?? [];
  const cut = [...stem].slice(0, MAX_NAME).join('');
  const short = `${cut.replace(/[\s.]+$/, '')}${ending}`;
  if (short === '') return 'file';
  return DEVICE.test(short) ? `file-${short}` : short;
}

/**
 * Makes user input safe for a line of a mail: removes hidden characters, and changes encoded words (RFC 2047) so that mail
 * programs do not decode them. The result may be empty.
 */
export function plainLine(text: string): string {
  return tidyName(text).replaceAll('=?', '= ?');
}
