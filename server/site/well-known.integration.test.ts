import { expect, test } from 'vitest';
import { BRAND } from '#content/brand.ts';
import { PAGES } from '#content/page-paths.ts';
import { DISCOVERY } from '#contract/paths.ts';
import { openTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const site = await openTestApp();

const fieldsOf = (text: string) =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => /^([A-Za-z-]+): (.+)$/.exec(line)?.slice(1) ?? [line, undefined]),
  );

test('security.txt contains the address for reporting vulnerabilities, and its own URL', async () => {
  const answer = await site.browser().get(DISCOVERY.securityText);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8$/i);
  expect(fieldsOf(answer.text)).toEqual({
    Contact: `mailto:${BRAND.securityEmail}`,
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
    'Preferred-Languages': 'en',
    Canonical: `${TEST_ORIGIN}${DISCOVERY.securityText}`,
  });
});

test('security.txt expires in 90 to 365 days whenever it is requested, also after the server has run for ten years', async () => {
  for (let years = 0; years < 10; years += 1) {
    site.advance(365.25 * DAY_MS);
    const { Expires } = fieldsOf((await site.browser().get(DISCOVERY.securityText)).text);
    const ahead = (Date.parse(Expires ?? '') - site.deps.clock().getTime()) / DAY_MS;
    expect(ahead).toBeGreaterThan(90);
    expect(ahead).toBeLessThan(365);
  }
});

test('a password manager is redirected to the page that changes the password, and an unknown path gets 404', async () => {
  const answer = await site.browser().get(DISCOVERY.changePassword);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, PAGES.security]);
  // Password managers request this path first, to find out whether a site answers 200 to any path.
  const missing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  expect((await site.browser().get(missing)).status).toBe(404);
});
