import { expect, test } from 'vitest';
import { BRAND } from '#content/brand.ts';
import { PAGES } from '#content/page-paths.ts';
import { WITHOUT_SCRIPTS } from '#content/without-scripts.ts';
import { ACCOUNT_API, DISCOVERY } from '#contract/paths.ts';
import { escapeHtml } from '#server/html/html.ts';
import { sendAsBrowser } from '#server/testing/form-site.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';

const app = await openTestApp();

const { signIn, signUp, requestReset, reset, verify, password } = ACCOUNT_API;
test.each([signIn, signUp, requestReset, reset, verify, password])(
  'a form that is sent to %s without JavaScript changes nothing, and its page says what to do',
  async (path) => {
    const { email } = await signedInPerson(app);
    const send = (address: string) => {
      const typed = { email: address, password: PASSWORD, token: 'a'.repeat(43) };
      return sendAsBrowser(app.browser(), path, new URLSearchParams(typed));
    };
    const stranger = newAddress();
    const { status, headers, text } = await send(stranger);
    expect(status).toBe(415);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.getSetCookie()).toEqual([]);
    expect(text).toContain(`<title>${escapeHtml(`${WITHOUT_SCRIPTS.title} — ${BRAND.product}`)}</title>`);
    expect(text).toContain('role="alert"');
    expect(text).toContain(`href="${PAGES.auth}"`);
    expect(text.match(/<script/gi)).toHaveLength(1);
    for (const secret of [stranger, PASSWORD, 'aaaa']) expect(text).not.toContain(secret);
    // The answer does not reveal whether the address has an account.
    expect((await send(email)).text).toBe(text);
    const signUps = await app.db.selectFrom('sign_ups').select('email').execute();
    expect(signUps).not.toContainEqual({ email: stranger });
  },
);

test('a form that another site submits is refused with 403 before its content is read', async () => {
  const answer = await sendAsBrowser(app.browser(), ACCOUNT_API.signIn, new URLSearchParams(), {
    origin: 'https://evil.example',
  });
  expect([answer.status, answer.json.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
});

const DAY_MS = 24 * 60 * 60 * 1_000;

test('security.txt has an address for reports and expires in 90 to 365 days, even if the server has run for years', async () => {
  const app = await openTestApp();
  for (let years = 0; years < 10; years += 1) {
    const { status, headers, text } = await app.browser().get(DISCOVERY.securityText);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8$/i);
    const [, expires = ''] = /^Expires: (\d{4}-\d\d-\d\dT00:00:00Z)$/m.exec(text) ?? [];
    expect(text.trimEnd().split('\n')).toEqual([
      `Contact: mailto:${BRAND.securityEmail}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${TEST_ORIGIN}${DISCOVERY.securityText}`,
    ]);
    const ahead = (Date.parse(expires) - app.deps.clock().getTime()) / DAY_MS;
    expect(ahead).toBeGreaterThan(90);
    expect(ahead).toBeLessThan(365);
    app.advance(365.25 * DAY_MS);
  }
});

test('a password manager is redirected to the page that changes the password, and an unknown path gets 404', async () => {
  const answer = await app.browser().get(DISCOVERY.changePassword);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, PAGES.security]);
  // Password managers request this path first, to find out whether a site answers 200 to any path.
  const missing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  expect((await app.browser().get(missing)).status).toBe(404);
});
