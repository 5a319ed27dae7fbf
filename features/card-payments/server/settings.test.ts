import { expect, test } from 'vitest';
import { FEATURES } from '#server/features.ts';
import { pageRules } from '#server/settings/page-rules.ts';
import { contentSecurityPolicy } from '#server/site/content-security-policy.ts';
import { settingsOf } from '#server/testing/settings-of.ts';

const KEYS = { STRIPE_PUBLISHABLE_KEY: 'pk_test_x', STRIPE_SECRET_KEY: 'sk_test_x' };

const rulesOf = (env: Readonly<Record<string, string>>) => pageRules(settingsOf(env), FEATURES);

test('with Stripe keys every page allows Stripe’s hosts, because visitors reach the form without a page load', () => {
  const directives = contentSecurityPolicy('', rulesOf(KEYS)).split('; ');
  expect(directives).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com");
  expect(directives).toContain(
    'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  );
  expect(directives).toContain("connect-src 'self' https://api.stripe.com");
  expect(rulesOf(KEYS).permissions.payment).toBe('(self "https://js.stripe.com")');
});

const { STRIPE_PUBLISHABLE_KEY } = KEYS;
test.each([
  ['our server can', KEYS, 'pk_test_x'],
  ['a hosted form service can', { STRIPE_PUBLISHABLE_KEY, FORM_ENDPOINT: 'https://f.test' }, 'pk_test_x'],
  ['nobody can', { STRIPE_PUBLISHABLE_KEY }, ''],
])('pages get the publishable key only if somebody can charge a card: %s', (_, env, key) => {
  expect(rulesOf(env).publicSettings).toMatchObject({ stripePublishableKey: key });
});
