import { expect, test } from 'vitest';
import { BRAND } from '#content/brand.ts';
import { PAGES } from '#content/page-paths.ts';
import { DISCOVERY } from '#contract/paths.ts';
import { openTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const site = await openTestApp();

test('security.txt has the address for reporting vulnerabilities, and expires in 90 to 365 days, also after the server has run for ten years', async () => {
  for (let years = 0; years < 10; years += 1) {
    const { status, headers, text } = await site.browser().get(DISCOVERY.securityText);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8$/i);
    const [, expires = ''] = /^Expires: (\d{4}-\d\d-\d\dT00:00:00Z)$/m.exec(text) ?? [];
    expect(text.trimEnd().split('\n')).toEqual([
      `Contact: mailto:${BRAND.securityEmail}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${TEST_ORIGIN}${DISCOVERY.securityText}`,
    ]);
    const ahead = (Date.parse(expires) - site.deps.clock().getTime()) / DAY_MS;
    expect(ahead).toBeGreaterThan(90);
    expect(ahead).toBeLessThan(365);
    site.advance(365.25 * DAY_MS);
  }
});

test('a password manager is redirected to the page that changes the password, and an unknown path gets 404', async () => {
  const answer = await site.browser().get(DISCOVERY.changePassword);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, PAGES.security]);
  // Password managers request this path first, to find out whether a site answers 200 to any path.
  const missing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  expect((await site.browser().get(missing)).status).toBe(404);
});
