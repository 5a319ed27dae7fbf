import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SOCIAL_ERRORS, SOCIAL_HEADLINES } from '#features/social-sign-in/refusals.ts';
import { createLineInWords } from '#server/audit/lines.ts';
import { SAMPLE_FLOW as FLOW } from '#server/testing/social-site.ts';
import { settingsOf } from '#server/testing/test-app.ts';
import { socialSignIn } from './feature.ts';
import { FLOW_MS, readFlow, signFlow } from './provider.ts';
import { providerAddress } from './provider-accounts.ts';
import { createRequestAddress } from './routes.ts';
import { socialPages } from './settings.ts';

const KEYRING = ['secret', 'one of before'] as const;

test('the cookie of a running sign-in can be read for ten minutes, if it is unchanged and a known secret signed it', () => {
  const signed = signFlow(['secret'], FLOW);
  const read = (text: string | undefined, after = 0, keyring: Parameters<typeof readFlow>[0] = KEYRING) =>
    readFlow(keyring, text, new Date(FLOW.startedAt + after));
  expect(read(signed)).toEqual(FLOW);
  expect(read(signed, FLOW_MS - 1)).toEqual(FLOW);
  expect(read(signed, FLOW_MS)).toBeUndefined();
  expect(read(signFlow(['one of before'], FLOW))).toEqual(FLOW);
  expect(read(signed, 0, ['another'])).toBeUndefined();
  expect(read(undefined)).toBeUndefined();
  for (let at = 0; at < signed.length; at++) {
    const changed = `${signed.slice(0, at)}${signed[at] === 'x' ? 'y' : 'x'}${signed.slice(at + 1)}`;
    expect(read(changed)).toBeUndefined();
  }
});

test.each([
  ['Asha@Example.com', 'asha@example.com'],
  ['\u212aim@example.com', undefined],
  ['asha@example.com\nbcc: b@example.com', undefined],
  ['', undefined],
])('the email address %j in a provider’s answer is read as %j', (written, read) => {
  expect(providerAddress(written)).toBe(read);
});

test.each([
  ['https://www.example.com', 'www.example.com', 'https://www.example.com'],
  ['https://www.example.com', 'www.example.com:3000', 'https://www.example.com'],
  ['https://www.example.com', 'other.example.org', 'https://other.example.org'],
  ['https://www.example.com', 'other.example.org:8080', 'https://other.example.org'],
  ['https://www.example.com', 'example.com', undefined],
  ['https://www.example.com', 'evil.www.example.com', undefined],
  ['https://www.example.com', 'www.example.com.evil.net', undefined],
  ['https://www.example.com', '127.0.0.1', undefined],
  ['http://localhost:3000', 'localhost:3000', 'http://localhost:3000'],
  ['http://localhost:3000', 'localhost:3001', 'http://localhost:3000'],
  ['http://localhost:3000', 'other.example.org:3000', 'http://other.example.org:3000'],
  ['http://localhost:3000', 'other.example.org', 'https://other.example.org'],
  ['http://localhost:3000', '127.0.0.1:3000', undefined],
])('on the site %s, a request with the host %s has the origin %s', (origin, host, address) => {
  const authorizedDomains = [new URL(origin).hostname, 'other.example.org'];
  expect(createRequestAddress({ origin, authorizedDomains })(host)).toBe(address);
});

test('the audit log says with which provider a person signed in', () => {
  const { why } = createLineInWords([socialSignIn])({ action: 'signed-in', detail: 'google' });
  expect(why).toBe('With Google');
});

const PUBLIC = { SITE_ORIGIN: 'https://site.test', SMTP_URL: 'smtp://mail:25' };
const GOOGLE = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'hidden' };

test.each([
  // A developer’s site offers all providers, and tells its pages if none of them is set up.
  [{}, [], ['google', 'github'], ' data-no-providers'],
  [GOOGLE, ['Google'], ['google', 'github'], ''],
  // A public site offers only the providers that are set up.
  [{ ...PUBLIC, ...GOOGLE }, ['Google'], ['google'], ' data-without="github"'],
  [PUBLIC, [], [], ' data-without="google github" data-no-providers'],
])(
  'with the settings %j, the sign-in methods that are set up are %j',
  (env, names, offeredProviders, attributes) => {
    expect(socialSignIn.signInNames?.(settingsOf(env))).toEqual(names);
    expect(socialPages(settingsOf(env))).toMatchObject({ publicSettings: { offeredProviders }, attributes });
  },
);

test('docs/product.md quotes the headline of a failed provider sign-in, and each reason for it is a sentence', () => {
  const product = readFileSync(join(import.meta.dirname, '../../../docs/product.md'), 'utf8');
  expect(product).toContain(`“${SOCIAL_HEADLINES.SOCIAL_SIGN_IN_FAILED}”`);
  for (const sentence of Object.values(SOCIAL_ERRORS)) expect(sentence).toMatch(/^[A-Z].+\.$/);
});
