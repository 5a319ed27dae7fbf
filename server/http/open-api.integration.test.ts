import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { OPERATIONS } from '#contract/paths.ts';
import { createApp } from '#server/app.ts';
import { openTestApp, routesOf } from '#server/testing/test-app.ts';

const app = await openTestApp();
const { json: description } = await app.browser().get(OPERATIONS.openApi);
const routes = await routesOf(app.deps);
const operationOf = ({ method, path }: (typeof routes)[number]) =>
  description.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

test('the API description is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(description))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('the description of the API contains every route under /api', () => {
  const promised = routes.filter(
    ({ method, path }) => path.startsWith('/api/') && method !== 'OPTIONS' && !path.includes('/social/'),
  );
  expect(promised.filter((route) => operationOf(route) === undefined)).toEqual([]);
});

test('without a feature that issues bearer tokens, the description of the API does not mention them', async () => {
  const features = app.deps.features.filter(({ bearerTokens }) => bearerTokens === undefined);
  const without = await createApp({ ...app.deps, features });
  const { body } = await without.inject(OPERATIONS.openApi);
  await without.close();
  expect(body).not.toMatch(/bearer|its token/i);
});

test('each example in the description of the API fits the schema of its route', () => {
  const compared = routes.flatMap((route) => {
    const [operation, { declared }] = [operationOf(route), route];
    if (operation === undefined || declared === undefined) return [];
    const exampleIn = ({ content }: { content: Record<string, { example: unknown }> }) =>
      content['application/json']?.example;
    const answers = Object.entries(declared.answers).flatMap(([status, schema]) =>
      typeof schema === 'string' ? [] : [[schema, exampleIn(operation.responses[status])] as const],
    );
    const all = declared.body
      ? [...answers, [declared.body, exampleIn(operation.requestBody)] as const]
      : answers;
    return all.map(([schema, example]) => [route.path, example, schema.safeParse(example).success]);
  });
  expect(compared.length).toBeGreaterThan(20);
  expect(compared.filter(([, , fits]) => fits !== true)).toEqual([]);
});
