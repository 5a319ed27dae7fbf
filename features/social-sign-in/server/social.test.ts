import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SOCIAL_ERRORS, SOCIAL_HEADLINES } from '#features/social-sign-in/refusals.ts';
import { createLineInWords } from '#server/audit/lines.ts';
import { settingsOf } from '#server/testing/settings-of.ts';
import { SAMPLE_FLOW } from '#server/testing/social-flow.ts';
import { socialSignIn } from './feature.ts';
import { FLOW_MS, readFlow, signFlow } from './provider.ts';
import { providerAddress } from './provider-accounts.ts';
import { createRequestAddress } from './routes.ts';
import { socialPages } from './settings.ts';

const FLOW = SAMPLE_FLOW;
const NOW = new Date(FLOW.startedAt);

const KEYRING = ['secret', 'one of before'] as const;

describe('the cookie of a running sign-in', () => {
  const signed = signFlow(['secret'], FLOW);
  const later = (ms: number) => new Date(NOW.getTime() + ms);

  test('can be read for ten minutes if it is unchanged', () => {
    expect(readFlow(KEYRING, signed, NOW)).toEqual(FLOW);
    expect(readFlow(KEYRING, signed, later(FLOW_MS - 1))).toEqual(FLOW);
    expect(readFlow(KEYRING, signed, later(FLOW_MS))).toBeUndefined();
  });

  test('is refused when it was signed with an unknown secret, or changed at any position', () => {
    expect(readFlow(KEYRING, signFlow(['one of before'], FLOW), NOW)).toEqual(FLOW);
    expect(readFlow(['another'], signed, NOW)).toBeUndefined();
    expect(readFlow(KEYRING, undefined, NOW)).toBeUndefined();
    for (let at = 0; at < signed.length; at++) {
      const changed = `${signed.slice(0, at)}${signed[at] === 'x' ? 'y' : 'x'}${signed.slice(at + 1)}`;
      expect(readFlow(KEYRING, changed, NOW)).toBeUndefined();
    }
  });
});

test.each([
  ['Asha@Example.com', 'asha@example.com'],
  ['\u212aim@example.com', undefined],
  ['asha@example.com\nbcc: b@example.com', undefined],
  ['', undefined],
])('an email address that a provider gives as %j is read as %j', (written, read) => {
  expect(providerAddress(written)).toBe(read);
});

describe('the origin of a request by its Host header', () => {
  const site = (origin: string, ...others: string[]) =>
    createRequestAddress({ origin, authorizedDomains: [new URL(origin).hostname, ...others] });

  test.each([
    ['www.example.com', 'https://www.example.com'],
    ['www.example.com:3000', 'https://www.example.com'],
    ['other.example.org', 'https://other.example.org'],
    ['other.example.org:8080', 'https://other.example.org'],
    ['example.com', undefined],
    ['evil.www.example.com', undefined],
    ['www.example.com.evil.net', undefined],
    ['127.0.0.1', undefined],
  ])('on a public site, the host %s gives the origin %s', (host, address) => {
    expect(site('https://www.example.com', 'other.example.org')(host)).toBe(address);
  });

  test.each([
    ['localhost:3000', 'http://localhost:3000'],
    ['localhost:3001', 'http://localhost:3000'],
    ['dev.example.org:3000', 'http://dev.example.org:3000'],
    ['dev.example.org', 'https://dev.example.org'],
    ['127.0.0.1:3000', undefined],
  ])('on a developer’s machine, the host %s gives the origin %s', (host, address) => {
    expect(site('http://localhost:3000', 'dev.example.org')(host)).toBe(address);
  });
});

test('the sign-in methods besides the password are the providers for which the site has credentials', () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'hidden' };
  expect(socialSignIn.signInNames?.(settingsOf(google))).toEqual(['Google']);
  expect(socialSignIn.signInNames?.(settingsOf({}))).toEqual([]);
});

test('the audit log says with which provider a person signed in', () => {
  const { why } = createLineInWords([socialSignIn])({ action: 'signed-in', detail: 'google' });
  expect(why).toBe('With Google');
});

const PUBLIC = { SITE_ORIGIN: 'https://site.test', SMTP_URL: 'smtp://mail:25' };
const GOOGLE = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'hidden' };

test.each([
  [
    'a developer’s site offers all, with a notice that none is set up',
    {},
    ['google', 'github'],
    ' data-no-providers',
  ],
  ['a developer’s site with one set up offers all, without that notice', GOOGLE, ['google', 'github'], ''],
  [
    'a public site offers only those that are set up',
    { ...PUBLIC, ...GOOGLE },
    ['google'],
    ' data-without="github"',
  ],
  ['a public site without any offers none', PUBLIC, [], ' data-without="google github" data-no-providers'],
])(
  'the settings decide which providers are offered, and how the HTML shows that before scripts run: %s',
  (_, env, offeredProviders, attributes) => {
    expect(socialPages(settingsOf(env))).toMatchObject({ publicSettings: { offeredProviders }, attributes });
  },
);

test('docs/product.md quotes the headline of a failed sign-in with a provider, and the reasons below it are sentences', () => {
  const product = readFileSync(join(import.meta.dirname, '../../../docs/product.md'), 'utf8');
  expect(product).toContain(`“${SOCIAL_HEADLINES.SOCIAL_SIGN_IN_FAILED}”`);
  for (const sentence of Object.values(SOCIAL_ERRORS)) expect(sentence).toMatch(/^[A-Z].+\.$/);
});
