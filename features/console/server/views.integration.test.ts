import { expect, test } from 'vitest';
import { CONSOLE } from '#features/console/contract.ts';
import { createApp } from '#server/app.ts';
import { operatorInside } from '#server/testing/operators.ts';
import { openSharedApp } from '#server/testing/test-app.ts';
import { viewsOf } from './page.ts';

const app = await openSharedApp();
const { features } = app.deps;
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
  ['console', 'the views of features are nowhere'],
  ['launch-list', 'its view is nowhere'],
])('without the feature %s, %s', async (left, _) => {
  const views = viewsOf(features.filter(({ name }) => left === 'console' || name === left));
  expect(views.length).toBeGreaterThan(0);
  const without = await createApp({ ...app.deps, features: features.filter(({ name }) => name !== left) });
  for (const { path } of views) {
    expect([path, (await app.server.inject(path)).statusCode]).toEqual([path, 303]);
    expect([path, (await without.inject(path)).statusCode]).toEqual([path, 404]);
  }
  await without.close();
});
