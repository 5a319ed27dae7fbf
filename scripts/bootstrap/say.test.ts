import { expect, onTestFinished, test, vi } from 'vitest';
import { command } from './say.mjs';

test('a command in a read-only project folder ends with an error message without a stack trace', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const before = process.exitCode;
  onTestFinished(() => {
    process.exitCode = before;
  });
  const refusal = "EROFS: read-only file system, mkdir '/site/build/lock'";
  await command(() => Promise.reject(Object.assign(new Error(refusal), { code: 'EROFS' })));
  const text = said.mock.calls.join('');
  expect(text).toContain(refusal);
  expect(text).not.toContain('    at ');
  expect(process.exitCode).toBe(1);
});
