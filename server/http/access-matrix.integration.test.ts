import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { PAGES } from '#content/page-paths.ts';
import { FIELDS_NOT_VALID } from '#contract/errors.ts';
import { ACCOUNT_API, CONSOLE_HOME, DISCOVERY, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { tablesOf } from '#server/database/tables.ts';
import { ALL_PATHS } from '#server/testing/contracts.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, routesOf, TEST_ORIGIN } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';

/**
 * These tests check who can reach a person's record (OWASP: IDOR, BOLA). Other people call every route with the person's id, in
 * its path and in every field of body and query. The route's declared access decides the answer.
 */
/** The expected answers to the callers below, in their order, for each kind of access. `in`: the handler is reached. */
const ANSWERS: Readonly<Record<string, readonly (number | 'in')[]>> = {
  anyone: ['in', 'in', 'in', 'in', 'in'],
  visitor: ['in', 'in', 'in', 'in', 'in'],
  person: [401, 'in', 'in', 401, 'in'],
  session: [401, 'in', 401, 401, 'in'],
  'first step': [401, 403, 401, 401, 403],
  proof: [401, 403, 401, 401, 403],
  'own record': [401, 403, 403, 401, 401],
  'own record or sign-up': [401, 'in', 'in', 'in', 401],
  'this machine': [403, 403, 403, 403, 403],
  metrics: [404, 404, 404, 404, 404],
};

const MADE_UP = 'x'.repeat(43);
const app = await openTestApp();
const MARK = `only-mine-${randomBytes(9).toString('hex')}`;
const victim = await signedInPerson(app, `${MARK}@example.com`);
await victim.browser.post(PRODUCT_API.saveUser, { name: MARK, about: MARK });
const letter = { name: MARK, email: victim.email, message: MARK };
await victim.browser.post(pathFor(FORMS_API.submit, 'contact'), letter);
const other = await signedInPerson(app);
const { token } = (await other.browser.get('/api/auth/token')).json;
const newcomer = app.browser();
await newcomer.post(ACCOUNT_API.signUp, { email: newAddress(), password: PASSWORD });
const cookieOf = ({ cookies }: TestClient) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const key = { 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey };
const callers: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['nobody', key],
  ['other', { ...key, cookie: cookieOf(other.browser) }],
  ['token of other', { ...key, authorization: `Bearer ${token}` }],
  ['pending cookie of other', { ...key, cookie: cookieOf(newcomer) }],
  ['other without key', { cookie: cookieOf(other.browser) }],
];
const before = await rowsOfVictim();

const all = await routesOf(app.deps);
/** All routes except the console (`console/server/access.integration.test.ts`) and the files, which are the same for everybody. */
const routes = all.filter(({ path }) => ![PAGES.home, '/*'].includes(path) && !path.startsWith(CONSOLE_HOME));

test('[V6.3.2] every route declares who may call it, and every path of the API contract has a route', () => {
  expect(routes.filter(({ declared }) => declared === undefined)).toEqual([]);
  const kinds = routes.map(({ declared }) => declared?.access?.name ?? 'anyone');
  expect(kinds.filter((kind) => ANSWERS[kind] === undefined)).toEqual([]);
  const files = new Set<string>(Object.values(DISCOVERY));
  // The contract has one path with `:provider`, but each provider has its own route.
  const isAnswered = (promised: string) =>
    all.some(({ path }) => new RegExp(`^${promised.replace(':provider', '\\w+')}$`).test(path));
  const expected = ALL_PATHS.filter((path) => !files.has(path) && !path.startsWith(CONSOLE_HOME));
  expect(expected.filter((path) => !isAnswered(path))).toEqual([]);
});

/** These routes end the caller’s own session, so they are called last. */
const ENDS: readonly string[] = [ACCOUNT_API.signOut, '/api/account/forget-browser'];
const cases = routes
  .toSorted((one, next) => Number(ENDS.includes(one.path)) - Number(ENDS.includes(next.path)))
  .flatMap(({ method, path, declared }) =>
    callers.flatMap(([caller, headers], at) => {
      // Only an optional feature issues tokens. In a fork without that feature, no caller has a token.
      if (token === undefined && caller === 'token of other') return [];
      const expected = ANSWERS[declared?.access?.name ?? 'anyone']?.[at] ?? 'in';
      return [[method, path, caller, expected, headers, declared] as const];
    }),
  );

test.each(cases)(
  '[P-158] the route %s %s, called by %s, answers %s and neither shows nor changes data of another person',
  async (method, pattern, _caller, expected, headers, declared) => {
    const { id } = victim.record;
    const named = Object.fromEntries(
      ['id', 'uid', 'userId', 'user_id', 'sub', 'account', 'session'].map((name) => [name, id]),
    );
    const path = pattern.replace(':form', 'contact').replace(':project', 'site').replace(':id', id);
    const body = {
      ...named,
      // No account has this address. `enumeration.integration.test.ts` tests requests with the victim’s address.
      ...{ email: newAddress(), password: 'not the password', token: MADE_UP, name: 'Mallory' },
      ...{ message: 'Hello', kind: 'error', path: PAGES.home },
      // A form refuses lists, so only the other routes get `events`.
      ...(pattern.includes(':form') ? {} : { events: [{ kind: 'view', path: PAGES.home }] }),
    };
    const query = new URLSearchParams({ ...named, token: MADE_UP });
    const answer = await app.browser().send(`${path}?${query}`, {
      method,
      headers: { origin: TEST_ORIGIN, 'content-type': 'application/json', ...headers },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.text).not.toContain(MARK);
    expect(JSON.stringify([...answer.headers])).not.toContain(MARK);
    expect(await rowsOfVictim()).toEqual(before);
    if (expected !== 'in') {
      expect(answer.status).toBe(expected);
      return;
    }
    const schema = declared?.answers[answer.status];
    const refusals = [FIELDS_NOT_VALID, ...(declared?.refuses ?? [])].map(({ code }) => code);
    if (schema === undefined) expect(refusals).toContain(answer.json?.code);
    // Parsing drops fields that the schema does not name. So equality shows that the answer has only fields of the schema.
    else if (typeof schema !== 'string') expect(schema.parse(answer.json)).toEqual(answer.json);
  },
);

/** All rows about the victim, including sessions. Audit lines are left out, because a request by somebody else may add one. */
function rowsOfVictim() {
  const person = { id: victim.record.id, email: victim.email, subjects: [] };
  const found = Object.entries(tablesOf(app.deps.features)).map(async ([table, { where }]) => {
    if (where === undefined || table === 'audit') return [];
    const { rows } = await sql`select * from ${sql.table(table)} where ${where(person)}`.execute(app.db);
    return rows;
  });
  return Promise.all(found);
}
