import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { testSeed } from '#server/testing/random.ts';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { safeFileName, saveFile } from './save-file.ts';

let folder: string;
beforeEach(() => {
  folder = makeTemporaryFolder();
});

const NAME = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', minLength: 40, maxLength: 400 }),
  fc
    .array(fc.constantFrom('..', '.', '/', '\\', '\0', ':', '~', '-', ' ', 'con', 'a', '.txt', '日'))
    .map((parts) => parts.join('')),
);

describe('the name of a saved file', () => {
  it('is one plain name that fits on every disk', () => {
    fc.assert(
      fc.property(NAME, (name) => {
        const safe = safeFileName(name);
        expect(basename(safe)).toBe(safe);
        expect(safe).not.toMatch(/^[.~-]|[/\\:*?"<>|\p{C}]|[. ]$|^$/u);
        expect(Buffer.byteLength(`${safe} (10000)`)).toBeLessThanOrEqual(255);
        expect(dirname(resolve('/folder', safe))).toBe('/folder');
      }),
      { seed: testSeed() },
    );
  });

  it.each([
    ['report.pdf', 'report.pdf'],
    ['Mein Bericht (1).pdf', 'Mein Bericht (1).pdf'],
    ['../../.ssh/authorized_keys', 'authorized_keys'],
    ['C:\\Users\\me\\plan.docx', 'plan.docx'],
    ['.bashrc', 'bashrc'],
    ['--help', 'help'],
    ['con.txt', 'file-con.txt'],
    ['..', 'file'],
    ['', 'file'],
    ['in\u202efdp.exe', 'in_fdp.exe'],
    [`${'a'.repeat(49)}. and so on`, 'a'.repeat(49)],
  ])('%j becomes %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });
});

describe('saving', () => {
  it('makes the folder, and keeps what is there', () => {
    const there = join(folder, 'new', 'one');
    const paths = ['first', 'second', 'third'].map((text) => saveFile(there, 'a.txt', Buffer.from(text)));
    expect(paths.map((path) => basename(path))).toEqual(['a.txt', 'a (2).txt', 'a (3).txt']);
    expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(['first', 'second', 'third']);
  });

  it('[V1.3.3-3] follows no link out of the folder', () => {
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'a.txt'));
    expect(basename(saveFile(folder, 'a.txt', Buffer.from('x')))).toBe('a (2).txt');
    expect(readdirSync(folder).sort()).toEqual(['a (2).txt', 'a.txt']);
  });

  it.skipIf(process.platform === 'win32')('is for the operator’s eyes only', () => {
    expect(statSync(saveFile(folder, 'a.txt', Buffer.from('x'))).mode & 0o777).toBe(0o600);
  });
});
