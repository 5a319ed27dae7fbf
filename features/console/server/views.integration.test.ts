import { expect, test } from 'vitest';
import { CONSOLE } from '#features/console/contract.ts';
import { createApp } from '#server/app.ts';
import { consoleOf, newOperator, operatorInside } from '#server/testing/operators.ts';
import { withPasskey } from '#server/testing/passkeys.ts';
import { storeMessage } from '#server/testing/stored-messages.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';
import { viewsOf } from './page.ts';
import { writeTimes } from './times.ts';

const app = await openTestApp();
const { features, origin } = app.deps;
const owner = await operatorInside(app, 'owner');

test('a console view of a feature has a menu line, opens, and lists its actions in the table of roles', async () => {
  const { text: table } = await owner.get(CONSOLE.roles);
  expect(viewsOf(features).length).toBeGreaterThan(0);
  for (const { path, label, actions } of viewsOf(features)) {
    const { status, text } = await owner.get(path);
    expect([status, text.includes(`<a href="${path}" aria-current="page">${label}`)]).toEqual([200, true]);
    for (const { what } of actions) expect(table).toContain(what);
  }
});

test('an unknown address of the console shows an operator a page that says so, with the menu', async () => {
  const { status, text } = await owner.get(`${CONSOLE.home}/nope`);
  expect(status).toBe(404);
  expect(text).toContain('<nav aria-label="Console">');
});

test('without the console, or without the features that add to it, the views and actions of these features answer 404', async () => {
  const adding = features.filter(
    ({ console: views = [], personActions = [] }) => views.length + personActions.length > 0,
  );
  const routes = adding.flatMap(({ console: views = [], personActions = [] }) => [
    ...views.map(({ path }) => ({ method: 'GET', url: path }) as const),
    ...personActions.map(({ path }) => ({ method: 'POST', url: path.replace(':id', 'made-up') }) as const),
  ]);
  const cookie = [...owner.browser.cookies].map((pair) => pair.join('=')).join('; ');
  const statuses = async (from: Pick<typeof app.server, 'inject'>) =>
    Promise.all(
      routes.map(async ({ method, url }) => {
        const headers = { origin, ...(method === 'GET' && { cookie }) };
        return (await from.inject({ method, url, headers })).statusCode;
      }),
    );
  expect(await statuses(app.server)).toEqual(routes.map(({ method }) => (method === 'GET' ? 200 : 401)));
  for (const left of [adding, features.filter(({ name }) => name === 'console')]) {
    const without = await createApp({ ...app.deps, features: features.filter((one) => !left.includes(one)) });
    expect(await statuses(without)).toEqual(routes.map(() => 404));
    await without.close();
  }
});

test('without the passkeys feature, an operator enters the console with the password and a code', async () => {
  const { browser, proof } = await newOperator(app, 'owner');
  await consoleOf(app, { browser }).send(CONSOLE.enter, proof());
  await withPasskey({ browser });
  const closed = await consoleOf(app, { browser }).send(CONSOLE.leave);
  expect(closed.text).toContain('The console is closed');
  const left = features.filter(({ name }) => name !== 'passkeys');
  const without = createTestClient(await createApp({ ...app.deps, features: left }), origin, '192.0.2.7');
  for (const [name, value] of browser.cookies) without.cookies.set(name, value);
  const fieldsOf = async (client: TestClient) =>
    (await consoleOf(app, { browser: client }).get(CONSOLE.inbox)).text.match(/(?<=name=")proof_\w+/g);
  expect(await fieldsOf(browser)).toEqual(['proof_signed', 'proof_password', 'proof_code']);
  expect(await fieldsOf(without)).toEqual(['proof_password', 'proof_code']);
  const { send, get } = consoleOf(app, { browser: without });
  expect((await send(CONSOLE.enter, proof())).status).toBe(303);
  expect((await get(CONSOLE.inbox)).status).toBe(200);
});

const NOW = new Date('2026-11-28T12:00:00.000Z');
const written = (iso: string, kind: string) =>
  writeTimes(`<time datetime="${iso}"${kind}>x</time>`, NOW, 'Asia/Kolkata').replace(/<[^>]*>/g, '');

test.each([
  ['2026-11-28T11:59:30.000Z', '', 'just now'],
  ['2026-11-28T11:58:00.000Z', '', '2 minutes ago'],
  ['2026-11-27T12:00:00.000Z', '', '27 Nov 2026, 17:30'],
  ['2026-11-28T20:00:00.000Z', '', '29 Nov 2026, 01:30'],
  ['2026-11-28T20:00:00.000Z', ' data-day', '29 Nov 2026'],
  ['2026-11-28T11:58:00.000Z', ' data-clock', '28 Nov 2026, 17:28'],
  ['2020-99-99T99:99:00.000Z', '', 'x'],
])(
  'at 12:00 UTC on 28 November 2026, a <time> element of %s with the attribute “%s” is shown in India as “%s”',
  (iso, kind, words) => {
    expect(written(iso, kind)).toBe(words);
  },
);

test('times and typed dates are in the site’s time zone until an operator chooses another that exists', async () => {
  await storeMessage(app.db, 1, { created_at: '2026-11-01T20:00:00.000Z' });
  const first = async () => (await owner.get(`${CONSOLE.inbox}?from=01/11/2026&to=01/11/2026`)).text;
  expect(await first()).not.toContain('<time');
  expect((await owner.send(CONSOLE.timeZone, { zone: 'Moon/Tycho' })).status).toBe(422);
  expect((await owner.press(CONSOLE.timeZone, { zone: 'America/New_York' })).text).toContain(
    'America/New_York',
  );
  expect(await first()).toMatch(/title="1 Nov 2026, 15:00 GMT-5">1 Nov 2026, 15:00</);
});
