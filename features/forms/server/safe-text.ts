import { tidyName } from '#contract/display-name.ts';

/** Characters, of up to four bytes each; file systems allow names of 255 bytes. */
const NAME_MOST = 50;
/** Windows takes `CON` and `con.txt` for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A plain file name on every system: no folder, not hidden, no unprintable character, no option of a program.
 *
 * @public
 */
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
