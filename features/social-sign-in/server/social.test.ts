import { describe, expect, it, test } from 'vitest';
import { createLineInWords } from '#server/audit/lines.ts';
import { settingsOf } from '#server/testing/settings-of.ts';
import { SAMPLE_FLOW } from '#server/testing/social-flow.ts';
import { socialSignIn } from './feature.ts';
import { FLOW_MS, openFlow, sealFlow } from './provider.ts';
import { providerAddress } from './provider-accounts.ts';
import { createRequestAddress } from './routes.ts';

const FLOW = SAMPLE_FLOW;
const NOW = new Date(FLOW.startedAt);

const KEYRING = ['secret', 'one of before'] as const;

describe('the cookie of a running sign-in', () => {
  const sealed = sealFlow(['secret'], FLOW);
  const later = (ms: number) => new Date(NOW.getTime() + ms);

  it('can be decrypted for ten minutes if it is unchanged', () => {
    expect(openFlow(KEYRING, sealed, NOW)).toEqual(FLOW);
    expect(openFlow(KEYRING, sealed, later(FLOW_MS - 1))).toEqual(FLOW);
    expect(openFlow(KEYRING, sealed, later(FLOW_MS))).toBeUndefined();
  });

  it('is refused when it was encrypted with an unknown secret, or changed at any position', () => {
    expect(openFlow(KEYRING, sealFlow(['one of before'], FLOW), NOW)).toEqual(FLOW);
    expect(openFlow(['another'], sealed, NOW)).toBeUndefined();
    expect(openFlow(KEYRING, undefined, NOW)).toBeUndefined();
    for (let at = 0; at < sealed.length; at++) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === 'x' ? 'y' : 'x'}${sealed.slice(at + 1)}`;
      expect(openFlow(KEYRING, changed, NOW)).toBeUndefined();
    }
  });
});

it.each([
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

  it.each([
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

  it.each([
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
