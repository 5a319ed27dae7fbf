import { expect, test } from 'vitest';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { findRow } from '#server/database/rows.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { ANY_BODY } from '#server/testing/hostile-requests.ts';
import { newAddress, PASSWORD, type Person, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, routesOf, TEST_ORIGIN } from '#server/testing/test-app.ts';

/** These tests send fields that no route expects: keys with a meaning for JavaScript or a database, and repeated values. */
const app = await openTestApp();
const [asha, bob] = [await signedInPerson(app), await signedInPerson(app)];

const KEY = DEFAULT_PUBLIC_SETTINGS.apiKey;
const userPath = ({ record }: Person) => pathFor(PRODUCT_API.user, record.id);

const WRITES = (await routesOf(app.deps)).flatMap(({ method, path }) => (method === 'POST' ? path : []));
/**
 * Polluting keys at the top of a body, and below a field. They are JSON text, because `__proto__` in an object literal is no
 * key.
 */
const POLLUTIONS = [
  '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}',
  '"x":{"__proto__":{"polluted":1}},"y":[{"constructor":{"prototype":{"polluted":1}}}]',
];

const expectClean = () => {
  for (const of of [Object, Array, Function, String, Map])
    expect('polluted' in (of.prototype as object), of.name).toBe(false);
  expect(Object.keys(Object.prototype)).toEqual([]);
};

test.each(WRITES)(
  '[V1.5.2-2] keys for prototype pollution in the JSON body of %s have no effect, at any depth',
  async (pattern) => {
    const named: Readonly<Record<string, string>> = { id: asha.record.id, project: 'site', form: 'contact' };
    const path = pattern.replace(/:(\w+)/g, (_, name) => named[name] ?? name);
    const isForm = /^\/[fp]\//.test(pattern);
    const isOwn = pattern.startsWith('/api/saveUser') || pattern === ACCOUNT_API.deletionProof;
    const fields = JSON.stringify(isForm ? newMessage() : ANY_BODY);
    const headers = { 'content-type': 'application/json', origin: TEST_ORIGIN, 'x-api-key': KEY };
    const statusFor = async (body: string) => {
      // Each request has a new browser, because an answer may change the session cookie.
      const browser = app.browser();
      if (isOwn) for (const [name, value] of asha.browser.cookies) browser.cookies.set(name, value);
      return (await browser.send(path, { method: 'POST', body, headers })).status;
    };
    const usual = await statusFor(fields);
    for (const pollution of POLLUTIONS) {
      const status = await statusFor(`{${pollution},${fields.slice(1)}`);
      // A form refuses an object, because all fields of a form are texts. Other routes ignore unknown fields.
      expect(isForm ? [200, 422] : [usual], pollution).toContain(status);
      expectClean();
    }
    // A route that reads fields of the prototype would not answer this body like an empty body.
    expect(await statusFor(`{"__proto__":${fields}}`)).toBe(await statusFor('{}'));
    expectClean();
  },
);

test.each([
  ['urlencoded', new URLSearchParams()],
  ['multipart', new FormData()],
])(
  '[V15.3.6] field names for prototype pollution in a %s form have no effect, and are stored like any other names',
  async (_, body) => {
    const odd = [
      ...['__proto__', '__proto__[polluted]', '__proto__.polluted', 'constructor[prototype][polluted]'],
      ...['constructor', 'toString', 'hasOwnProperty'],
    ];
    const letter = newMessage();
    for (const name of odd) body.append(name, 'polluted');
    for (const [name, value] of Object.entries(letter)) body.append(name, value);
    const headers = { accept: 'application/json', origin: TEST_ORIGIN };
    const contact = pathFor(FORMS_API.submit, 'contact');
    expect((await app.browser().send(contact, { method: 'POST', body, headers })).status).toBe(200);
    const row = await findRow(app.db, 'submissions', ['fields'], { message: letter.message });
    expect(Object.keys(JSON.parse(row?.fields ?? '')).sort()).toEqual(odd.sort());
    expectClean();
  },
);

test('[V8.2.3] a sign-up with additional fields (mass assignment) stores only the address and the password', async () => {
  const LONG_AGO = '2000-01-01T00:00:00.000Z';
  const ours = {
    ...{ id: 'mine', user_id: 'mine', email_verified: true, emailVerified: true, login_count: 99, taken: 1 },
    ...{ last_login: LONG_AGO, created_at: LONG_AGO, confirmed_at: LONG_AGO, verification_sent_at: null },
    ...{ verification_attempts: -9, name: 'Admin', about: 'x', gender: 'x', role: 'admin', isAdmin: true },
    ...{ provider_id: 'google', account_id: '1' },
  };
  const rowWith = async (fields: object) => {
    const email = newAddress();
    await app.browser().post(ACCOUNT_API.signUp, { ...fields, email, password: PASSWORD });
    const stored = app.db.selectFrom('sign_ups').selectAll().where('email', '=', email);
    const row = await stored.executeTakeFirstOrThrow();
    expect(row.name).toBe(email.split('@')[0]);
    return { ...row, id: '', email: '', name: '', password_hash: '', browser: '' };
  };
  expect(await rowWith(ours)).toEqual(await rowWith({}));
});

test('[V15.3.7-2] a request with the session cookies of two people counts on every route as a request of the same person', async () => {
  const [one, other] = [asha, bob].map(({ browser }) => browser.cookies.get('session'));
  for (const cookie of [`session=${one}; session=${other}`, `session=${other}; session=${one}`]) {
    const { id } = (await app.browser().get(ACCOUNT_API.session, { cookie })).json.data;
    const { token } = (await app.browser().get(AUTH_API.token, { cookie })).json;
    expect(JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).sub).toBe(id);
    for (const person of [asha, bob]) {
      const { status } = await app.browser().get(userPath(person), { cookie });
      expect(status).toBe(person.record.id === id ? 200 : 403);
    }
  }
});

test('[V15.3.7] query parameters cannot replace values in the path, the body or a header of a request', async () => {
  const query = `?id=${bob.record.id}&uid=${bob.record.id}&id=x&x-api-key=${KEY}&name=Mallory&token=x`;
  expect((await asha.browser.get(userPath(asha) + query)).json.data.id).toBe(asha.record.id);
  expect((await asha.browser.get(`${userPath(bob)}?id=${asha.record.id}`)).status).toBe(403);
  expect((await asha.browser.get(userPath(bob) + query, { 'x-api-key': '' })).status).toBe(401);
  expect((await asha.browser.get(userPath(bob), { 'x-api-key': `wrong, ${KEY}` })).status).toBe(401);
  await asha.browser.post(PRODUCT_API.saveUser + query, { about: 'still me' });
  const saved = (await asha.browser.get(userPath(asha))).json.data;
  expect([saved.about, saved.name]).toEqual(['still me', 'Asha']);
});

test('[V15.3.7-4] a request with the bearer tokens of two people is refused, whether for the data of the one or of the other', async () => {
  const headers = new Headers({ 'x-api-key': KEY });
  for (const { browser } of [asha, bob]) {
    const { token } = (await browser.get(AUTH_API.token)).json;
    headers.append('authorization', `Bearer ${token}`);
  }
  for (const person of [asha, bob])
    expect((await app.browser().send(userPath(person), { headers })).status).toBe(401);
});
