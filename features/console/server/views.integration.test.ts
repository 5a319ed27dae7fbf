import { expect, test } from 'vitest';
import { CONSOLE } from '#features/console/contract.ts';
import { createApp } from '#server/app.ts';
import { operatorInside } from '#server/testing/operators.ts';
import { openSharedApp } from '#server/testing/test-app.ts';
import { viewsOf } from './page.ts';

const app = await openSharedApp();
const { features, origin } = app.deps;
const owner = await operatorInside(app, 'owner');

test('a view of a feature is in the menu, opens, and its actions are in the table of roles', async () => {
  const { text: table } = await owner.get(CONSOLE.roles);
  expect(viewsOf(features).length).toBeGreaterThan(2);
  for (const { path, label, actions } of viewsOf(features)) {
    const { status, text } = await owner.get(path);
    expect([status, text.includes(`<a href="${path}" aria-current="page">${label}`)]).toEqual([200, true]);
    for (const { what } of actions) expect(table).toContain(what);
  }
});

test.each([
  ['console', 'the views and forms of all features are nowhere'],
  ['launch-list', 'its view is nowhere'],
  ['undo-changes', 'its form on the page of a person is nowhere'],
  ['your-data', 'its form on the page of a person is nowhere'],
])('without the feature %s, %s', async (left, _) => {
  const routes = features
    .filter(({ name }) => left === 'console' || name === left)
    .flatMap(({ console: views = [], personActions = [] }) => [
      ...views.map(({ path: url }) => ({ method: 'GET' as const, url })),
      ...personActions.map(({ path }) => ({ method: 'POST' as const, url: path.replace(':id', 'made-up') })),
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
});
