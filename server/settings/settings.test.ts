import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import fs, { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FEATURES } from '#server/features.ts';
import { pageRules } from '#server/settings/page-rules.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { settingsOf } from '#server/testing/test-app.ts';
import { secretFromDataDir } from './keyring.ts';
import { readSettings } from './settings.ts';

const SECRET = 's'.repeat(32);

function problemsOf(env: Record<string, string>): string[] {
  const read = readSettings(env, FEATURES);
  return read.kind === 'ok' ? [] : read.problems.map(({ name }) => name);
}

test('without any setting, the site uses the documented defaults and an SQLite database', () => {
  expect(settingsOf({ PORT: '', SMTP_URL: ' ' })).toMatchObject({
    ...{ passwordMinLength: 6, refuseCommonPasswords: true, rateLimitScale: 1 },
    origin: 'http://localhost:3000',
    database: { kind: 'sqlite', file: resolve('data/site.sqlite') },
    authorizedDomains: ['localhost'],
  });
});

test.each([
  ['HTTPS://Www.Tuesday.Example', 'https://www.tuesday.example'],
  ['https://www.bücher.example/', 'https://www.xn--bcher-kva.example'],
])('the SITE_ORIGIN %s is normalised to the form that browsers send, %s', (SITE_ORIGIN, origin) => {
  expect(settingsOf({ SITE_ORIGIN, SMTP_URL: 'smtp://mail:25' }).origin).toBe(origin);
});

test('a setting of a feature that is not installed is ignored', () => {
  const read = readSettings({ STRIPE_SECRET_KEY: 'nonsense', FORM_ENDPOINT: 'nonsense' }, []);
  expect(read).toMatchObject({ kind: 'ok', given: {} });
  expect(read.kind === 'ok' && 'stripe' in read.settings).toBe(false);
});

test('all invalid settings and combinations are reported together, but no mere consequences of them', () => {
  const env = {
    PORT: '80x',
    SITE_ORIGIN: 'https://a.example/path',
    FORM_ENDPOINT: 'forms',
    GOOGLE_CLIENT_ID: 'an-id',
    TOKEN_SYNC_URL: 'https://sync.a.example/token',
    FORM_CONTACT_KEY: 'xayzabcd',
    STRIPE_PUBLISHABLE_KEY: 'sk_test_1',
    STRIPE_SECRET_KEY: 'sk_test_1',
    RATE_LIMIT_SCALE: '0',
    HSTS_SUBDOMAINS: 'maybe',
  };
  expect(problemsOf(env)).toEqual([
    'PORT',
    'SITE_ORIGIN',
    'HSTS_SUBDOMAINS',
    'RATE_LIMIT_SCALE',
    'FORM_ENDPOINT',
    'STRIPE_PUBLISHABLE_KEY',
    'GOOGLE_CLIENT_SECRET',
  ]);
});

const PUBLIC = { SITE_ORIGIN: 'https://www.tuesday.co.in', SMTP_URL: 'smtp://mail:25' };

test.each([
  [{ DATABASE_URL: 'postgres://h/d' }, ['AUTH_SECRET']],
  [{ SITE_ORIGIN: 'https://www.tuesday.example' }, ['SMTP_URL']],
  [{ SITE_ORIGIN: 'https://localhost:3443' }, []],
  [{ SITE_ORIGIN: 'http://a"b' }, ['SITE_ORIGIN']],
  [{ SITE_ORIGIN: 'http://[::1]:3000' }, []],
  [{ GOOGLE_CLIENT_ID: 'x' }, ['GOOGLE_CLIENT_SECRET']],
  [{ STRIPE_SECRET_KEY: 'sk_test_x' }, ['STRIPE_PUBLISHABLE_KEY']],
  [
    { STRIPE_PUBLISHABLE_KEY: 'sk_live_x', STRIPE_SECRET_KEY: 'pk_live_x' },
    ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'],
  ],
  [{ STRIPE_API_URL: 'http://api.stripe.com' }, ['STRIPE_API_URL']],
  [{ MAIL_FROM: 'a@example.com\r\nBcc: b@example.com' }, ['MAIL_FROM']],
  [{ AUTH_SECRET: 'short' }, ['AUTH_SECRET']],
  [{ TRUSTED_PROXIES: '127.0.0.1, ::1,10.0.0.0/8,fd00::/8' }, []],
  [{ TRUSTED_PROXIES: '10.0.0.300' }, ['TRUSTED_PROXIES']],
  [{ TRUSTED_PROXIES: 'fe80::1%eth0' }, ['TRUSTED_PROXIES']],
  [{ GOOGLE_ISSUER: 'http://login.example.org' }, ['GOOGLE_ISSUER']],
  [{ FORM_CONTACT_KEY: 'xyzabc' }, ['FORM_CONTACT_KEY']],
  [{ FORM_ENDPOINT: 'http://forms.example.org' }, ['FORM_ENDPOINT']],
  [{ FORM_ENDPOINT: 'https://forms.example.org/?a=b' }, ['FORM_ENDPOINT']],
  [{ FORM_ENDPOINT: 'https://user:word@forms.example.org' }, ['FORM_ENDPOINT']],
  [{ PRODUCT_API_URL: 'http://api.example.org' }, ['PRODUCT_API_URL']],
  [{ PRODUCT_API_URL: 'https://api.example.org/v1' }, ['PRODUCT_API_URL']],
  [{ ...PUBLIC, TOKEN_SYNC_URL: 'https://api.tuesday.co.in/token' }, []],
  [{ ...PUBLIC, TOKEN_SYNC_URL: 'http://api.tuesday.co.in/token' }, ['TOKEN_SYNC_URL']],
  [{ ...PUBLIC, TOKEN_SYNC_URL: 'https://other.co.in/token' }, ['TOKEN_SYNC_URL']],
  [
    { ...PUBLIC, SITE_ORIGIN: 'https://me.github.io', TOKEN_SYNC_URL: 'https://you.github.io/' },
    ['TOKEN_SYNC_URL'],
  ],
  [{ ...PUBLIC, SITE_ORIGIN: 'https://me.github.io', TOKEN_SYNC_URL: 'https://api.me.github.io/' }, []],
  [{ TOKEN_SYNC_URL: 'https://localhost:9443/token' }, []],
  [{ TOKEN_SYNC_URL: 'https://example.com/token' }, ['TOKEN_SYNC_URL']],
])('with %j, the check of the settings reports problems with the settings %j', (env, names) =>
  expect(problemsOf(env)).toEqual(names),
);

test('[V13.3.1-2] the settings that are written into pages contain no secret', () => {
  const settings = settingsOf({
    AUTH_SECRET: SECRET,
    SMTP_URL: 'smtp://u:hidden@mail:25',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'hidden',
    METRICS_TOKEN: 'hidden-hidden-hidden',
  });
  const { publicSettings } = pageRules(settings, FEATURES);
  for (const secret of ['hidden', SECRET]) expect(JSON.stringify(publicSettings)).not.toContain(secret);
  expect(publicSettings).toMatchObject({ providers: { google: true, github: false } });
});

const newDataDir = () => join(makeTemporaryFolder(), 'data');

/** Makes the functions of `node:fs/promises` that a test has replaced visible to all modules, until the test ends. */
function replaceInFs(): void {
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}

test('[V13.3.1] the generated secret is stored in a file, and only the owner can read this file and its folder', async () => {
  const dataDir = newDataDir();
  // Makes two calls at the same time, because two processes may start at the same time.
  const [secret, another] = await Promise.all([secretFromDataDir(dataDir), secretFromDataDir(dataDir)]);
  expect(secret).toMatch(/^[\w-]{64}$/);
  expect([another, await secretFromDataDir(dataDir)]).toEqual([secret, secret]);
  expect(statSync(join(dataDir, 'auth-secret')).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test('the secret file is written to disk before it gets its name, so a power cut leaves no empty file', async () => {
  const steps: string[] = [];
  const { link } = fs;
  const folder = await open(makeTemporaryFolder());
  const fileHandle = Object.getPrototypeOf(folder);
  const { sync } = fileHandle;
  await folder.close();
  vi.spyOn(fileHandle, 'sync').mockImplementation(async function (this: unknown) {
    await sync.call(this);
    steps.push('flush');
  });
  vi.spyOn(fs, 'link').mockImplementation(async (from, to) => {
    await link(from, to);
    steps.push('name');
  });
  replaceInFs();
  await secretFromDataDir(newDataDir());
  expect(steps).toEqual(['flush', 'name', 'flush']);
});

test('an existing secret file is only read, so the site can restart with a read-only data folder', async () => {
  const dataDir = newDataDir();
  const secret = await secretFromDataDir(dataDir);
  vi.spyOn(fs, 'open').mockRejectedValue(new Error('read-only file system'));
  replaceInFs();
  expect(await secretFromDataDir(dataDir)).toBe(secret);
});

test('a secret file with fewer than 32 characters is refused, with an error that names the file', async () => {
  const dataDir = newDataDir();
  mkdirSync(dataDir);
  for (const length of [0, 31]) {
    writeFileSync(join(dataDir, 'auth-secret'), 'x'.repeat(length));
    const message = new RegExp(`auth-secret holds ${length} characters, but .* at least 32`);
    await expect(secretFromDataDir(dataDir)).rejects.toThrow(message);
  }
});
