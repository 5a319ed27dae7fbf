import { basename, dirname, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testSeed } from '#server/testing/random.ts';
import { safeFileName } from './safe-text.ts';

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
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
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
