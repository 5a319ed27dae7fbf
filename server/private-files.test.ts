import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writePrivateFile } from './private-files.ts';
import { makeTemporaryFolder } from './testing/folders.ts';

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'if the signal %s arrives while a private file is being written, no file is left behind',
  async (signal) => {
    const folder = makeTemporaryFolder();
    const writing = writePrivateFile(join(folder, 'export.zip'), async (file) => {
      await file.writeFile('half of it');
      process.emit(signal, signal);
    });
    await expect(writing).rejects.toThrow(`Stopped by ${signal}.`);
    expect(readdirSync(folder)).toEqual([]);
  },
);
