import { expect, onTestFinished, test, vi } from 'vitest';
import { readSettings } from '#server/settings/settings.ts';
import { printAddresses } from './print-addresses.ts';

function printed(env: Readonly<Record<string, string>>): string {
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

test('the start says which provider is a stand-in, and where', () => {
  const out = printed({ ...KEYS, NODE_ENV: 'development', GOOGLE_ISSUER: 'http://127.0.0.1:4001' });
  expect(out).toContain('Google:    a stand-in at http://127.0.0.1:4001');
  expect(out).not.toContain('GitHub:');
});

test('the start says where the data is', () => {
  expect(printed({ DATA_DIR: '/srv/site' })).toContain('Its data:  /srv/site\n');
});

test('the start says of PostgreSQL only that it is there, with no password and no folder that holds nothing', () => {
  const onPostgres = printed({
    DATA_DIR: '/srv/site',
    DATABASE_URL: 'postgres://site:hidden@db/site',
    AUTH_SECRET: 's'.repeat(32),
  });
  expect(onPostgres).toContain('Its data:  in the database that DATABASE_URL names\n');
  expect(onPostgres).not.toContain('/srv/site');
  expect(onPostgres).not.toContain('hidden');
});
