import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Characters, of up to four bytes each; file systems allow names of 255 bytes. */
const NAME_MOST = 50;
const TRIES_MOST = 10_000;
/** Windows takes `CON` and `con.txt` for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Writes a stranger's file into a folder, under a safe name like its own. Never replaces a file; not executable.
 * Returns its path.
 */
export function saveFile(folder: string, name: string, content: Buffer): string {
  mkdirSync(folder, { recursive: true });
  const safe = safeFileName(name);
  for (let number = 1; number <= TRIES_MOST; number++) {
    const path = join(folder, number === 1 ? safe : numbered(safe, number));
    try {
      // `wx` follows no link that somebody put there.
      writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  throw new Error(`There are too many files named ${safe} in ${folder}.`);
}

/** A plain file name on every system: no folder, not hidden, no unprintable character, no option of a program. */
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

function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`;
}
