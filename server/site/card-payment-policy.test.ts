import { describe, expect, test } from 'vitest';
import { publicSettings } from '#server/settings/public-settings.ts';
import { readSettings } from '#server/settings/settings.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

const KEYS = { STRIPE_PUBLISHABLE_KEY: 'pk_test_x', STRIPE_SECRET_KEY: 'sk_test_x' };
const OURS = { SITE_ORIGIN: 'http://localhost:3000' };

function settingsOf(env: Readonly<Record<string, string>>) {
  const read = readSettings({ ...OURS, ...env });
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  return read.settings;
}

const policyOf = (env: Readonly<Record<string, string>>) =>
  contentSecurityPolicy('', publicSettings(settingsOf(env)));

test('without Stripe’s keys nothing of Stripe is allowed', () => {
  expect(policyOf({})).not.toMatch(/stripe|frame-src/);
});

test('with them, what its security guide asks for, on every page: a visitor gets to the form without a new document', () => {
  const directives = policyOf(KEYS).split('; ');
  expect(directives).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com");
  expect(directives).toContain(
    'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  );
  expect(directives).toContain("connect-src 'self' https://api.stripe.com");
});

describe('the page hears of the publishable key', () => {
  const { STRIPE_PUBLISHABLE_KEY } = KEYS;
  test.each([
    ['when our server can charge', KEYS, 'pk_test_x'],
    [
      'when a hosted form service can',
      { STRIPE_PUBLISHABLE_KEY, FORM_ENDPOINT: 'https://f.test' },
      'pk_test_x',
    ],
    ['not when nobody can', { STRIPE_PUBLISHABLE_KEY }, ''],
  ])('%s', (_, env, key) => {
    expect(publicSettings(settingsOf(env)).stripePublishableKey).toBe(key);
  });
});
