import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { PAGES } from '#content/page-paths.ts';
import { ACCOUNT_API, DISCOVERY, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { EVENTS } from '#features/analytics/contract.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { PROVIDERS } from '#features/social-sign-in/contract.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { ALL_PATHS } from '#server/testing/all-paths.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { routesOf } from '#server/testing/routes-of.ts';
import { openSharedApp, TEST_ORIGIN } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';

/**
 * Who reaches whose record (OWASP: IDOR, BOLA). Every route is called with the id of one person, in its path and under
 * every name in its body and query, by people who are somebody else.
 */
const CALLERS = [
  'nobody',
  'other',
  'token of other',
  'pending cookie of other',
  'other without key',
] as const;
type CallerName = (typeof CALLERS)[number];

/** What each caller is answered, in the order of CALLERS. */
const MATRIX: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
  'GET /api/user/:id': [401, 403, 403, 401, 401],
  'DELETE /api/user/:id': [401, 403, 403, 401, 401],
  'POST /api/saveUser/:id': [401, 403, 403, 401, 401],
  // Their own record, whatever the body says.
  'POST /api/saveUser': [401, 200, 200, 200, 401],
  // Says only what pages of other origins of ours may send.
  'OPTIONS /api/user/:id': [204, 204, 204, 204, 204],
  'OPTIONS /api/saveUser/:id': [204, 204, 204, 204, 204],
  'OPTIONS /api/saveUser': [204, 204, 204, 204, 204],
  'GET /api/account/session': [200, 200, 200, 200, 200],
  // Of the caller's own browser, whatever the query says.
  'GET /api/account/pending': [200, 200, 200, 200, 200],
  'GET /api/account/sign-in-methods': [401, 200, 200, 401, 200],
  // By cookie only, and what changes a way in after a fresh proof only.
  'GET /api/account/security': [401, 200, 401, 401, 200],
  'POST /api/account/proof': [401, 403, 401, 401, 403],
  'POST /api/account/password': [401, 403, 401, 401, 403],
  'POST /api/account/address': [401, 403, 401, 401, 403],
  'POST /api/account/end-sessions': [401, 403, 401, 401, 403],
  'POST /api/account/unlink-provider': [401, 403, 401, 401, 403],
  // The body names a link that does not work, and no proof.
  'POST /api/account/not-me': [410, 410, 410, 410, 410],
  'POST /api/account/not-me/take-back': [422, 422, 422, 422, 422],
  'POST /api/account/changes': [401, 403, 401, 401, 403],
  'GET /api/account/data': [401, 200, 401, 401, 200],
  // The body names nothing of the caller's.
  'POST /api/account/withdraw': [401, 200, 401, 401, 200],
  'POST /api/account/export': [401, 403, 401, 401, 403],
  'POST /api/account/deletion-proof': [401, 403, 403, 401, 403],
  'POST /api/account/resend-verification': [401, 409, 409, 429, 409],
  'GET /api/auth/token': [401, 200, 401, 401, 200],
  'GET /api/auth/jwks': [200, 200, 200, 200, 200],
  // The body names neither a purpose nor an answer of an authenticator.
  'POST /api/account/passkeys/options': [422, 422, 422, 422, 422],
  'POST /api/account/passkeys/sign-in': [422, 422, 422, 422, 422],
  'POST /api/account/passkeys/proof': [401, 422, 401, 401, 422],
  'POST /api/account/passkeys/add': [401, 403, 401, 401, 403],
  'POST /api/account/passkeys/rename': [401, 403, 401, 401, 403],
  'POST /api/account/passkeys/remove': [401, 403, 401, 401, 403],
  'POST /api/account/second-step/begin': [401, 403, 401, 401, 403],
  'POST /api/account/second-step/confirm': [401, 403, 401, 401, 403],
  'POST /api/account/second-step/recovery-codes': [401, 403, 401, 401, 403],
  'POST /api/account/second-step/codes-saved': [401, 422, 401, 401, 422],
  'POST /api/account/second-step/off': [401, 403, 401, 401, 403],
  // By a cookie of its own, and no code in the body.
  'POST /api/account/second-step': [422, 422, 422, 422, 422],
  // By a proof in the body, never by who calls.
  'POST /api/account/sign-up': [200, 200, 200, 200, 200],
  'POST /api/account/sign-in': [401, 401, 401, 401, 401],
  'POST /api/account/verify': [410, 410, 410, 410, 410],
  'POST /api/account/address/confirm': [410, 410, 410, 410, 410],
  'POST /api/account/age': [422, 422, 422, 422, 422],
  'POST /api/account/link': [200, 200, 200, 200, 200],
  'POST /api/account/request-reset': [200, 200, 200, 200, 200],
  'POST /api/account/reset': [410, 410, 410, 410, 410],
  'GET /api/account/social/google': [303, 303, 303, 303, 303],
  'GET /api/account/social/google/callback': [303, 303, 303, 303, 303],
  'GET /api/account/social/github': [303, 303, 303, 303, 303],
  'GET /api/account/social/github/callback': [303, 303, 303, 303, 303],
  // By a token in the query.
  'POST /launch-list/confirm': [410, 410, 410, 410, 410],
  'POST /launch-list/leave': [200, 200, 200, 200, 200],
  'GET /your-data/link': [410, 410, 410, 410, 410],
  'POST /api/rights/export': [410, 410, 410, 410, 410],
  'POST /api/rights/erase': [410, 410, 410, 410, 410],
  // By the id of a request in the query, which names none.
  'GET /your-data/sent': [404, 404, 404, 404, 404],
  // About nobody.
  'POST /api/rights': [200, 200, 200, 200, 200],
  'GET /api/launch-list/place': [200, 200, 200, 200, 200],
  'POST /api/launch-list': [200, 200, 200, 200, 200],
  'POST /api/client-errors': [204, 204, 204, 204, 204],
  'POST /api/events': [202, 202, 202, 202, 202],
  'POST /f/:form': [200, 200, 200, 200, 200],
  'OPTIONS /f/:form': [204, 204, 204, 204, 204],
  'GET /f/:form': [303, 303, 303, 303, 303],
  'POST /p/:project/f/:form': [200, 200, 200, 200, 200],
  'OPTIONS /p/:project/f/:form': [204, 204, 204, 204, 204],
  'GET /p/:project/f/:form': [303, 303, 303, 303, 303],
  // Files of the site, the same for everybody.
  'GET /*': [404, 404, 404, 404, 404],
  'GET /healthz': [200, 200, 200, 200, 200],
  'GET /readyz': [200, 200, 200, 200, 200],
  'GET /.well-known/change-password': [303, 303, 303, 303, 303],
  'GET /.well-known/security.txt': [200, 200, 200, 200, 200],
  'GET /security.txt': [308, 308, 308, 308, 308],
  // For the operator, who is none of these.
  'GET /metrics': [404, 404, 404, 404, 404],
  'GET /mailbox': [403, 403, 403, 403, 403],
  'GET /mailbox/messages.json': [403, 403, 403, 403, 403],
  'GET /mailbox/style.css': [403, 403, 403, 403, 403],
  'GET /mailbox/mail/:id': [403, 403, 403, 403, 403],
  'GET /mailbox/mail/:id/html': [403, 403, 403, 403, 403],
  // End the caller's own session, so they come last.
  'POST /api/account/forget-browser': [200, 200, 200, 200, 200],
  'POST /api/account/sign-out': [200, 200, 200, 200, 200],
};

const MADE_UP = 'x'.repeat(43);
const app = await openSharedApp();
/** Stands in the victim's record, message and mail, and nowhere else. */
const MARK = `only-mine-${randomBytes(9).toString('hex')}`;
const victim = await signedInPerson(app, `${MARK}@example.com`);
await victim.browser.post(PRODUCT_API.saveUser, { name: MARK, about: MARK });
await victim.browser.post(pathFor(FORMS_API.submit, 'contact'), {
  name: MARK,
  email: victim.email,
  message: MARK,
});
const other = await signedInPerson(app);
const { token } = (await other.browser.get(AUTH_API.token)).json;
const newcomer = app.browser();
await newcomer.post(ACCOUNT_API.signUp, { email: newAddress(), password: PASSWORD });
const cookieOf = ({ cookies }: TestClient) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const key = { 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey };
const callers: Readonly<Record<CallerName, Readonly<Record<string, string>>>> = {
  nobody: key,
  other: { ...key, cookie: cookieOf(other.browser) },
  'token of other': { ...key, authorization: `Bearer ${token}` },
  'pending cookie of other': { ...key, cookie: cookieOf(newcomer) },
  'other without key': { cookie: cookieOf(other.browser) },
};
const before = await rowsOfVictim();

test('[V6.3.2] every route has its row, and every path of the contract its route', async () => {
  const all = await routesOf(app.deps);
  // The page of the test site, and what `console/access.integration.test.ts` goes through.
  const routes = all
    .filter(({ path }) => path !== PAGES.home && !path.startsWith(CONSOLE.home))
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(MATRIX).sort()).toEqual(routes.sort());
  const files = new Set<string>(Object.values(DISCOVERY));
  const promised = ALL_PATHS.filter((path) => !files.has(path)).flatMap((path) =>
    path.includes(':provider') ? PROVIDERS.map((name) => path.replace(':provider', name)) : [path],
  );
  const answered = new Set(all.map(({ path }) => path));
  expect(promised.filter((path) => !answered.has(path))).toEqual([]);
});

const rowOf = Object.entries(MATRIX).flatMap(([route, statuses]) =>
  CALLERS.map((caller, at) => [route, caller, statuses[at] ?? 0] as const),
);

test.each(rowOf)(
  '[P-158] %s by %s is answered %i, shows nothing of another person and changes nothing',
  async (route, caller, status) => {
    const [method = '', pattern = ''] = route.split(' ');
    const { id } = victim.record;
    const named = Object.fromEntries(
      ['id', 'uid', 'userId', 'user_id', 'sub', 'account', 'session'].map((name) => [name, id]),
    );
    const path = `${pattern.replace(':form', 'contact').replace(':project', 'site').replace(':id', id)}?${new URLSearchParams({ ...named, token: MADE_UP })}`;
    const body = {
      ...named,
      // The address is nobody's: what becomes of the victim's own is shown by enumeration.integration.test.ts.
      ...{ email: newAddress(), password: 'not the password', token: MADE_UP, name: 'Mallory' },
      ...{ message: 'Hello', kind: 'error', path: PAGES.home },
      ...(pattern === EVENTS ? { events: [{ kind: 'view', path: PAGES.home }] } : {}),
    };
    const init = method === 'GET' ? {} : { body: JSON.stringify(body) };
    const answer = await app.browser().send(path, {
      ...init,
      method,
      headers: { origin: TEST_ORIGIN, 'content-type': 'application/json', ...callers[caller] },
    });
    expect([answer.status, answer.text.includes(MARK)]).toEqual([status, false]);
    expect(JSON.stringify([...answer.headers])).not.toContain(MARK);
    expect(await rowsOfVictim()).toEqual(before);
  },
);

test('nothing of all that signed the person out', async () => {
  expect((await victim.browser.get(ACCOUNT_API.session)).json.data.name).toBe(MARK);
});

async function rowsOfVictim() {
  const { id } = victim.record;
  const of = (
    table: 'passwords' | 'sessions' | 'reset_links' | 'address_changes' | 'outbox' | 'submissions',
  ) => app.db.selectFrom(table).selectAll().where('user_id', '=', id).execute();
  return [
    await app.db.selectFrom('users').selectAll().where('id', '=', id).execute(),
    await app.db.selectFrom('sign_ups').selectAll().where('id', '=', id).execute(),
    await Promise.all([
      of('passwords'),
      of('sessions'),
      of('reset_links'),
      of('address_changes'),
      of('outbox'),
      of('submissions'),
    ]),
  ];
}
