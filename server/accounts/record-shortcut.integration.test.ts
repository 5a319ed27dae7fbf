import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { type Person, signedInPerson } from '#server/testing/people.ts';
import { storeMessage } from '#server/testing/stored-messages.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { openTwoWays, type TwoWays } from '#server/testing/two-ways.ts';
import { createRecordShortcut } from './record-shortcut.ts';

/** As long as ours. */
const ID = 'a-request-of-the-test-0123456789';
const HOST = 'site.localhost:3000';

let app: TestApp;
let ways: TwoWays;
let asha: Person;
let ben: Person;
beforeAll(async () => {
  app = await openTestApp({ TRUSTED_PROXIES: '127.0.0.1,::1' });
  ways = await openTwoWays(app, {}, createRecordShortcut);
  asha = await signedInPerson(app);
  ben = await signedInPerson(app);
  await asha.browser.post(PRODUCT_API.saveUser, { name: 'आशा “Asha”', about: 'Mornings ☀' });
});
afterAll(async () => {
  await ways.close();
  await app.close();
});

const recordOf = ({ record }: Person) => pathFor(PRODUCT_API.user, record.id);
const cookieOf = ({ browser }: Person) => `Cookie: session=${browser.cookies.get('session')}`;
const KEY = () => `X-API-Key: ${app.deps.settings.publicApiKey}`;
const request = (line: string, headers: readonly string[]) =>
  [`${line} HTTP/1.1`, `Host: ${HOST}`, 'Connection: close', `X-Request-Id: ${ID}`, ...headers, '', ''].join(
    '\r\n',
  );
const own = (person: Person, more: readonly string[] = []) =>
  request(`GET ${recordOf(person)}`, [KEY(), cookieOf(person), ...more]);
const going = (bytes: string) => bytes.replace('Connection: close\r\n', '');
/** The same on a connection that goes on, and is ended by another request. */
const kept = (bytes: string) => going(bytes) + request('GET /healthz', []);

test.each([
  ['one’s own record', () => own(asha)],
  ['with other cookies around', () => own(asha).replace('Cookie: ', 'Cookie: a=1; b="2"; ')],
  ['cookies in two headers', () => own(asha, ['Cookie: theme=dark'])],
  ['HTTP/1.0', () => own(asha).replace('HTTP/1.1', 'HTTP/1.0')],
  ['a body nobody asked for', () => `${own(asha, ['Content-Length: 4'])}abcd`],
  ['from a page of another site', () => own(asha, ['Origin: https://evil.example'])],
])('answered at once, as the app does: %s', async (_, bytes) => {
  const { answer, isTaken } = await ways.compare(bytes());
  expect(isTaken).toBe(true);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(Buffer.from(answer, 'latin1').toString()).toContain('"name":"आशा “Asha”"');
  expect(ways.lastLine()).toMatchObject({ route: PRODUCT_API.user, status: 200, requestId: ID });
  if (!bytes().includes('HTTP/1.0')) expect((await ways.compare(kept(bytes()))).isTaken).toBe(true);
});

test('several on a connection, sent ahead, each its own', async () => {
  const { answer } = await ways.compare(
    going(own(asha)) + going(own(ben)) + going(own(asha)) + request('GET /nowhere', []),
  );
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([200, 200, 200, 404].map((s) => `HTTP/1.1 ${s}`));
  const owners = [...answer.matchAll(/"data":\{"id":"([^"]+)"/g)].map(([, id]) => id);
  expect(owners).toEqual([asha, ben, asha].map(({ record }) => record.id));
});

test.each([
  ['no key', () => request(`GET ${recordOf(asha)}`, [cookieOf(asha)]), 401],
  ['another key', () => request(`GET ${recordOf(asha)}`, ['X-API-Key: other', cookieOf(asha)]), 401],
  ['two keys', () => own(asha, [KEY()]), 401],
  ['nobody', () => request(`GET ${recordOf(asha)}`, [KEY()]), 401],
  ['a cookie that nobody signed', () => own(asha).replace(/(session=[^.]+)\.\S+/, '$1.AAAA'), 401],
  ['the record of another', () => request(`GET ${recordOf(ben)}`, [KEY(), cookieOf(asha)]), 403],
  ['a token, whatever it is', () => own(asha, ['Authorization: Bearer a.b.c']), 401],
  ['a query', () => own(asha).replace(' HTTP/1.1', '?x=1 HTTP/1.1'), 200],
  ['a path that needs decoding', () => own(asha).replace('/api/user/', '/api/%75ser/'), 200],
  ['a host that is none', () => own(asha).replace(HOST, 'x@evil.example'), 400],
  ['HEAD', () => own(asha).replace('GET', 'HEAD'), 200],
  ['another method', () => own(asha, ['Content-Length: 0']).replace('GET', 'PUT'), 403],
])('left to the app: %s', async (_, bytes, status) => {
  const { answer, isTaken } = await ways.compare(bytes());
  expect(isTaken).toBe(false);
  expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
});

test('a record too long for one piece', async () => {
  for (let number = 1; number <= 28; number++)
    await storeMessage(app.db, number, { user_id: asha.record.id, message: '☀'.repeat(1_900) });
  for (const bytes of [own(asha), kept(own(asha))]) {
    const { answer, isTaken } = await ways.compare(bytes);
    expect(isTaken).toBe(true);
    expect(answer.length).toBeGreaterThan(28 * 3 * 1_900);
  }
});

test('an account that is gone, while its session is still known', async () => {
  const gone = await signedInPerson(app);
  expect((await ways.compare(own(gone))).isTaken).toBe(true);
  await app.db.deleteFrom('users').where('id', '=', gone.record.id).execute();
  const { answer } = await ways.compare(own(gone));
  expect(answer).toMatch(/^HTTP\/1\.1 40[14] /);
});

test('who has signed out is nobody, by the very header that was right before', async () => {
  const leaving = await signedInPerson(app);
  const bytes = own(leaving);
  expect((await ways.compare(bytes)).isTaken).toBe(true);
  await leaving.browser.post(ACCOUNT_API.signOut);
  const { answer, isTaken } = await ways.compare(bytes);
  expect(isTaken).toBe(false);
  expect(answer.slice(0, 12)).toBe('HTTP/1.1 401');
});

test('a database that fails is told and logged as by the app', async () => {
  await ways.compare(own(ben));
  await app.db.schema.alterTable('submissions').renameTo('elsewhere').execute();
  try {
    const lines = app.logLines().length;
    const { answer, isTaken } = await ways.compare(own(ben));
    expect(isTaken).toBe(true);
    expect(answer.slice(0, 12)).toBe('HTTP/1.1 500');
    const failures = app
      .logLines()
      .slice(lines)
      .filter((line) => line.includes('request failed'));
    expect(failures.map((line) => JSON.parse(line).requestId)).toEqual([ID, ID]);
  } finally {
    await app.db.schema.alterTable('elsewhere').renameTo('submissions').execute();
  }
});

test('both ways have counted the same', () => ways.expectSameCounts());

test('the limit is one, whichever way a call comes', async () => {
  const few = await openTestApp();
  const counted = await openTwoWays(
    few,
    { settings: { ...few.deps.settings, rateLimitScale: 3 / 120 } },
    createRecordShortcut,
  );
  try {
    const person = await signedInPerson(few);
    const short = request(`GET ${recordOf(person)}`, [KEY(), cookieOf(person)]);
    const long = short.replace(' HTTP/1.1', '?x HTTP/1.1');
    const statuses: string[] = [];
    for (const bytes of [short, long, short, short, long])
      statuses.push((await counted.compare(bytes)).answer.slice(9, 12));
    expect(statuses).toEqual(['200', '200', '200', '429', '429']);
    await counted.expectSameCounts();
  } finally {
    await counted.close();
    await few.close();
  }
});
