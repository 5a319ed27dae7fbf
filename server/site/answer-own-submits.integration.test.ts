import { expect, test } from 'vitest';
import { BRAND } from '#content/brand.ts';
import { PAGES } from '#content/page-paths.ts';
import { WITHOUT_SCRIPTS } from '#content/without-scripts.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { sendAsBrowser } from '#server/testing/form-site.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';

/** The tests send account forms without a script, as when the page’s scripts did not load. */
const app = await openTestApp();

const FORMS = [
  ACCOUNT_API.signIn,
  ACCOUNT_API.signUp,
  ACCOUNT_API.requestReset,
  ACCOUNT_API.reset,
  ACCOUNT_API.verify,
  ACCOUNT_API.password,
];

test.each(FORMS)(
  'a form sent to %s by the browser without scripts changes nothing, and is answered with a page that says what to do',
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
    expect(text).toContain(`<title>${WITHOUT_SCRIPTS.title} — ${BRAND.product}</title>`);
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
