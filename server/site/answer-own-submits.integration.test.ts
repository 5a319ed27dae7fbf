import { expect, test } from 'vitest';
import { PAGES } from '#content/page-paths.ts';
import { WITHOUT_SCRIPTS } from '#content/without-scripts.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { sendAsBrowser } from '#server/testing/form-site.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestAnswer } from '#server/testing/test-client.ts';

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

function expectKindPage({ status, headers, text }: TestAnswer): void {
  expect(status).toBe(415);
  expect(headers.get('content-type')).toMatch(/^text\/html/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.getSetCookie()).toEqual([]);
  expect(text).toContain(`<title>${WITHOUT_SCRIPTS.title} — Tuesday AI</title>`);
  expect(text).toContain('role="alert"');
  expect(text.match(/<script/gi)).toHaveLength(1);
}

test.each(FORMS)(
  'a form sent to %s by the browser without scripts is answered with a page that says what to do',
  async (path) => {
    const typed = { email: newAddress(), password: PASSWORD, token: 'a'.repeat(43) };
    const answer = await sendAsBrowser(app.browser(), path, new URLSearchParams(typed));
    expectKindPage(answer);
    expect(answer.text).toContain(`href="${PAGES.auth}"`);
    for (const secret of Object.values(typed)) expect(answer.text).not.toContain(secret);
  },
);

test('a form submitted without scripts changes nothing, and the answer does not reveal whether an account exists', async () => {
  const { email } = await signedInPerson(app);
  const send = (path: string, address: string) =>
    sendAsBrowser(app.browser(), path, new URLSearchParams({ email: address, password: PASSWORD }));
  const unknown = newAddress();
  for (const path of FORMS) {
    const [known, stranger] = [await send(path, email), await send(path, unknown)];
    expect(known.text).toBe(stranger.text);
  }
  expect(await app.deps.db.selectFrom('sign_ups').selectAll().where('email', '=', unknown).execute()).toEqual(
    [],
  );
});

test('a form that another site submits is refused with 403 before its content is read', async () => {
  const answer = await sendAsBrowser(app.browser(), ACCOUNT_API.signIn, new URLSearchParams(), {
    origin: 'https://evil.example',
  });
  expect([answer.status, answer.json.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
});
