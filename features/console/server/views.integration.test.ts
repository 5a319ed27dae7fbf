import { expect, test } from 'vitest';
import { CONSOLE } from '#features/console/contract.ts';
import { createApp } from '#server/app.ts';
import { consoleOf, newOperator, operatorInside } from '#server/testing/operators.ts';
import { withPasskey } from '#server/testing/passkeys.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';
import { viewsOf } from './page.ts';

const app = await openTestApp();
const { features, origin } = app.deps;
const owner = await operatorInside(app, 'owner');

test('a view of a feature is in the menu, opens, and its actions are in the table of roles', async () => {
  const { text: table } = await owner.get(CONSOLE.roles);
  expect(viewsOf(features).length).toBeGreaterThan(0);
  for (const { path, label, actions } of viewsOf(features)) {
    const { status, text } = await owner.get(path);
    expect([status, text.includes(`<a href="${path}" aria-current="page">${label}`)]).toEqual([200, true]);
    for (const { what } of actions) expect(table).toContain(what);
  }
});

const ofFeatures = features.filter(
  ({ console: views = [], personActions = [] }) => views.length + personActions.length > 0,
);
test.each(['console', ...ofFeatures.map(({ name }) => name)])(
  'without the feature %s its views and its forms on the page of a person are nowhere',
  async (left) => {
    const routes = features
      .filter(({ name }) => left === 'console' || name === left)
      .flatMap(({ console: views = [], personActions = [] }) => [
        ...views.map(({ path: url }) => ({ method: 'GET' as const, url })),
        ...personActions.map(({ path }) => ({
          method: 'POST' as const,
          url: path.replace(':id', 'made-up'),
        })),
      ]);
    expect(routes.length).toBeGreaterThan(0);
    const without = await createApp({ ...app.deps, features: features.filter(({ name }) => name !== left) });
    for (const route of routes) {
      const asked = { ...route, headers: { origin } };
      expect([route, (await app.server.inject(asked)).statusCode]).toEqual([
        route,
        route.method === 'GET' ? 303 : 401,
      ]);
      expect([route, (await without.inject(asked)).statusCode]).toEqual([route, 404]);
    }
    await without.close();
  },
);

test('without passkeys the door offers the password and a code, which open it', async () => {
  const { browser, proof } = await newOperator(app, 'owner');
  await consoleOf(app, { browser }).send(CONSOLE.enter, proof());
  await withPasskey({ browser });
  await consoleOf(app, { browser }).send(CONSOLE.leave);
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
