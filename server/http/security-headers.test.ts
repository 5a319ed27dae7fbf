import { expect, test } from 'vitest';
import { PAGES } from '#content/page-paths.ts';
import { pathFor } from '#contract/paths.ts';
import { SOCIAL_API } from '#features/social-sign-in/contract.ts';
import { FEATURES } from '#server/features.ts';
import { settingsOf } from '#server/testing/settings-of.ts';
import { siteHeaders } from './security-headers.ts';

const headersAt = siteHeaders(settingsOf({}), FEATURES);
const policyOf = (route: string) => headersAt(route)['cross-origin-opener-policy'];

test('a pop-up that returns from a sign-in provider can still reach the page that opened it', () => {
  for (const path of [
    pathFor(SOCIAL_API.start, 'google'),
    pathFor(SOCIAL_API.callback, 'github'),
    PAGES.authCallback,
  ])
    expect(policyOf(path), path).toBe('unsafe-none');
});

test.each([
  [false, 'max-age=63072000'],
  [true, 'max-age=63072000; includeSubDomains'],
])(
  'the HSTS header includes subdomains only if the operator turns this on (turned on: %s)',
  (hstsSubdomains, said) => {
    const settings = { ...settingsOf({}), origin: 'https://www.example.com', hstsSubdomains };
    const headers = siteHeaders(settings, FEATURES)(PAGES.home);
    expect(headers['strict-transport-security']).toBe(said);
  },
);
