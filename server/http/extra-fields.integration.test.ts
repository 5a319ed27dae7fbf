import { describe, expect, test } from 'vitest';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { findRow } from '#server/database/rows.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { ANY_BODY } from '#server/testing/hostile-requests.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, routesOf, TEST_ORIGIN } from '#server/testing/test-app.ts';

/** These tests send fields that no route expects: keys with a meaning for JavaScript or a database, and repeated values. */
const app = await openTestApp();
const asha = await signedInPerson(app);

const KEY = DEFAULT_PUBLIC_SETTINGS.apiKey;
const JSON_HEADERS = { 'content-type': 'application/json', origin: TEST_ORIGIN, 'x-api-key': KEY };
const CONTACT = pathFor(FORMS_API.submit, 'contact');

const WRITES = (await routesOf(app.deps)).flatMap(({ method, path }) => (method === 'POST' ? path : []));
/**
 * These functions add polluting keys to the fields of a body. They work on JSON text, because `__proto__` in an object literal is
 * no key.
 */
const POLLUTIONS: readonly [string, (fields: string) => string][] = [
  [
    'at the top',
    (fields) => `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}${fields}}`,
  ],
  [
    'below a field',
    (fields) =>
      `{"x":{"__proto__":{"polluted":1}},"y":[{"constructor":{"prototype":{"polluted":1}}}]${fields}}`,
  ],
];

const expectClean = () => {
  for (const of of [Object, Array, Function, String, Map])
    expect('polluted' in (of.prototype as object), of.name).toBe(false);
  expect(Object.keys(Object.prototype)).toEqual([]);
};

describe('an attempt to pollute JavaScript prototypes', () => {
  test.each(WRITES)(
    '[V1.5.2-2] through the JSON body of %s has no effect, neither at the top nor below a field',
    async (pattern) => {
      const path = pattern
        .replace(':id', asha.record.id)
        .replace(':project', 'site')
        .replace(':form', 'contact');
      const isForm = pattern.startsWith('/f/') || pattern.startsWith('/p/');
      const plain = JSON.stringify(isForm ? newMessage() : ANY_BODY);
      const send = (body: string) => {
        const cookie = [...asha.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const isOwn = pattern.startsWith('/api/saveUser') || pattern === ACCOUNT_API.deletionProof;
        const headers = isOwn ? { ...JSON_HEADERS, cookie } : JSON_HEADERS;
        return app.browser().send(path, { method: 'POST', body, headers });
      };
      const expected = await send(plain);
      for (const [where, polluted] of POLLUTIONS) {
        const answer = await send(polluted(`,${plain.slice(1, -1)}`));
        // A form refuses an object, because it is not a text. Other routes ignore unknown fields.
        if (isForm) expect([200, 422], where).toContain(answer.status);
        else expect(answer.status, where).toBe(expected.status);
        expectClean();
      }
      // A route that reads fields of the prototype would give another answer than to an empty body.
      expect((await send(`{"__proto__":${plain}}`)).status).toBe((await send('{}')).status);
      expectClean();
    },
  );

  test.each([
    [
      'urlencoded',
      (names: readonly string[]) => new URLSearchParams(names.map((name) => [name, 'polluted'])),
    ],
    [
      'multipart',
      (names: readonly string[]) => {
        const data = new FormData();
        for (const name of names) data.append(name, 'polluted');
        return data;
      },
    ],
  ])(
    '[V15.3.6] through the field names of a %s form has no effect: the names are stored like any other names',
    async (_, bodyOf) => {
      const odd = [
        ...'__proto__ __proto__[polluted] __proto__.polluted constructor[prototype][polluted]'.split(' '),
        ...['constructor', 'toString', 'hasOwnProperty'],
      ];
      const letter = newMessage();
      const body = bodyOf(odd);
      for (const [name, value] of Object.entries(letter)) body.append(name, value);
      const headers = { accept: 'application/json', origin: TEST_ORIGIN };
      expect((await app.browser().send(CONTACT, { method: 'POST', body, headers })).status).toBe(200);
      const row = await findRow(app.db, 'submissions', ['fields'], { message: letter.message });
      const stored: object = JSON.parse(row?.fields ?? '');
      expect(Object.keys(stored).sort()).toEqual([...odd].sort());
      expectClean();
    },
  );
});

describe('a request with additional fields (mass assignment)', () => {
  const LONG_AGO = '2000-01-01T00:00:00.000Z';
  const OURS = {
    ...{ id: 'mine', user_id: 'mine', email_verified: true, emailVerified: true, login_count: 99, taken: 1 },
    ...{ last_login: LONG_AGO, created_at: LONG_AGO, confirmed_at: LONG_AGO, verification_sent_at: null },
    ...{ verification_attempts: -9, name: 'Admin', about: 'x', gender: 'x', role: 'admin', isAdmin: true },
    ...{ provider_id: 'google', account_id: '1' },
  };

  test('[V8.2.3] to sign up stores only the address and the password', async () => {
    const [plain, greedy] = [newAddress(), newAddress()];
    await app.browser().post(ACCOUNT_API.signUp, { email: plain, password: PASSWORD });
    await app.browser().post(ACCOUNT_API.signUp, { ...OURS, email: greedy, password: PASSWORD });
    const rowOf = async (email: string) => {
      const stored = app.db.selectFrom('sign_ups').selectAll().where('email', '=', email);
      const row = await stored.executeTakeFirstOrThrow();
      expect(row.name).toBe(email.split('@')[0]);
      return { ...row, id: '', email: '', name: '', password_hash: '', browser: '' };
    };
    expect(await rowOf(greedy)).toEqual(await rowOf(plain));
  });
});

describe('a request that sends a value twice', () => {
  test('[V15.3.7-2] with the session cookies of two people is handled by every route as a request of the same one of them', async () => {
    const bob = await signedInPerson(app);
    const [one, other] = [asha, bob].map(({ browser }) => browser.cookies.get('session'));
    for (const cookie of [`session=${one}; session=${other}`, `session=${other}; session=${one}`]) {
      const { id } = (await app.browser().get(ACCOUNT_API.session, { cookie })).json.data;
      const { token } = (await app.browser().get(AUTH_API.token, { cookie })).json;
      expect(JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).sub).toBe(id);
      for (const { record } of [asha, bob]) {
        const { status } = await app.browser().get(pathFor(PRODUCT_API.user, record.id), { cookie });
        expect(status).toBe(record.id === id ? 200 : 403);
      }
    }
  });

  test('[V15.3.7] cannot replace values of the path, the body or a header by query parameters', async () => {
    const bob = await signedInPerson(app);
    const query = `?id=${bob.record.id}&uid=${bob.record.id}&id=x&x-api-key=${KEY}&name=Mallory&token=x`;
    const own = await asha.browser.get(`${pathFor(PRODUCT_API.user, asha.record.id)}${query}`);
    expect(own.json.data.id).toBe(asha.record.id);
    const foreign = pathFor(PRODUCT_API.user, bob.record.id);
    expect((await asha.browser.get(`${foreign}?id=${asha.record.id}`)).status).toBe(403);
    expect((await asha.browser.get(`${foreign}${query}`, { 'x-api-key': '' })).status).toBe(401);
    expect((await asha.browser.get(foreign, { 'x-api-key': `wrong, ${KEY}` })).status).toBe(401);
    await asha.browser.post(`${PRODUCT_API.saveUser}${query}`, { about: 'still me' });
    const saved = (await asha.browser.get(pathFor(PRODUCT_API.user, asha.record.id))).json.data;
    expect([saved.about, saved.name]).toEqual(['still me', 'Asha']);
  });

  test('[V15.3.7-4] is refused if it has two bearer tokens, whichever of the two people the data belong to', async () => {
    const bob = await signedInPerson(app);
    const [one, other] = await Promise.all(
      [asha, bob].map(async ({ browser }) => (await browser.get(AUTH_API.token)).json.token),
    );
    const stranger = app.browser();
    const headers = new Headers({ 'x-api-key': KEY });
    headers.append('authorization', `Bearer ${one}`);
    headers.append('authorization', `Bearer ${other}`);
    for (const { record } of [asha, bob])
      expect((await stranger.send(pathFor(PRODUCT_API.user, record.id), { headers })).status).toBe(401);
  });
});
