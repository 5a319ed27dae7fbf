import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

test.skipIf(process.env.TEST_DATABASE_URL)(
  'after a deletion and a stop, no byte of the deleted letters is left in the data folder',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'deleted-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const db = openDatabase({ kind: 'sqlite', file: join(folder, 'site.sqlite') }, () => {});
    await migrate(db);
    const word = 'unmistakable';
    for (let number = 0; number < 60; number++) {
      const letter = {
        id: randomUUID(),
        form: 'contact',
        state: 'received',
        name: `${word} name`,
        email: `${word}@example.com`,
        message: `${word} `.repeat(400),
        fields: '{}',
        digest: '',
        created_at: new Date(0).toISOString(),
      } as const;
      await db.insertInto('submissions').values(letter).execute();
    }
    await db.deleteFrom('submissions').execute();
    await db.destroy();
    const files = readdirSync(folder);
    expect(files).toContain('site.sqlite');
    for (const file of files) expect(readFileSync(join(folder, file)).includes(word), file).toBe(false);
  },
);
