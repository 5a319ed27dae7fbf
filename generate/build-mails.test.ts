import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAIL_KINDS } from '#content/mails.ts';
import { loadMailTemplates } from '#server/mail/templates.ts';
import { buildMails } from './build-mails.ts';

test('the build writes one file of mails that the server can load, and leaves nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mails-'));
  const file = join(folder, 'deep', 'mails.json');
  await buildMails(file);
  expect(Object.keys(loadMailTemplates(file)).sort()).toEqual([...MAIL_KINDS].sort());
  expect(readdirSync(join(folder, 'deep'))).toEqual(['mails.json']);
  rmSync(folder, { recursive: true });
});
