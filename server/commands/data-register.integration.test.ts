import { expect, test } from 'vitest';
import { COOKIES, STORAGE_KEYS } from '#content/browser-register.ts';
import { TABLES } from '#content/data-register.ts';
import { MAILED } from '#content/mailed.ts';
import { openSharedApp } from '#server/testing/test-app.ts';
import { createTestOperator } from '#server/testing/test-operator.ts';

test('data-register prints a row for each table, mail, cookie and storage key, and for logs and backup', async () => {
  const { code, out } = await createTestOperator(await openSharedApp()).run('data-register');
  expect(code).toBe(0);
  const names = out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(',')[1]);
  const listed = [TABLES, MAILED, COOKIES, STORAGE_KEYS].flatMap((each) => Object.keys(each));
  expect(names.sort()).toEqual(['name', 'standard output', 'refused callers', 'backup', ...listed].sort());
});
