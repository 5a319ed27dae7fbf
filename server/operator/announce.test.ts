import { expect, onTestFinished, test, vi } from 'vitest';
import { readSettings } from '#server/settings/settings.ts';
import { printAddresses } from './announce.ts';

function announced(env: Readonly<Record<string, string>>): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const read = readSettings(env);
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  printAddresses(read.settings, 3_000);
  return write.mock.calls.map(([text]) => String(text)).join('');
}

const KEYS = {
  GOOGLE_CLIENT_ID: 'a',
  GOOGLE_CLIENT_SECRET: 'b',
  GITHUB_CLIENT_ID: 'c',
  GITHUB_CLIENT_SECRET: 'd',
};

test('says which provider is a stand-in, and where', () => {
  const out = announced({ ...KEYS, NODE_ENV: 'development', GOOGLE_ISSUER: 'http://127.0.0.1:4001' });
  expect(out).toContain('Google:    a stand-in at http://127.0.0.1:4001');
  expect(out).not.toContain('GitHub:');
});

test.each([
  ['the real ones', KEYS],
  ['none', {}],
])('says nothing of %s', (_, env) => {
  expect(announced(env)).not.toContain('stand-in');
});
