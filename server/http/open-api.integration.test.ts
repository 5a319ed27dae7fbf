import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { generateSource } from 'oazapfts';
import { expect, onTestFinished, test } from 'vitest';
import { OPERATIONS } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { routesOf } from '#server/testing/routes-of.ts';
import { openSharedApp, TEST_ORIGIN } from '#server/testing/test-app.ts';

const app = await openSharedApp();
const { json: description } = await app.browser().get(OPERATIONS.openApi);

test('the description of the API is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(description))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('every route under /api is described', async () => {
  const routes = (await routesOf(app.deps)).filter(
    ({ method, path }) => path.startsWith('/api/') && method !== 'OPTIONS' && !path.includes('/social/'),
  );
  const described = routes.filter(
    ({ method, path }) => description.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()],
  );
  expect(described).toEqual(routes);
});

test('every example fits the schema beside it', async () => {
  const routes = await routesOf(app.deps);
  const compared = routes.flatMap(({ method, path, declared }) => {
    const operation = description.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    if (operation === undefined || declared === undefined) return [];
    const sent = operation.requestBody?.content['application/json'].example;
    const answers = Object.entries(declared.answers).flatMap(([status, schema]) =>
      typeof schema === 'string'
        ? []
        : [[schema, operation.responses[status].content['application/json'].example] as const],
    );
    const all = declared.body === undefined ? answers : [...answers, [declared.body, sent] as const];
    return all.map(([schema, example]) => [`${method} ${path}`, example, schema.safeParse(example).success]);
  });
  expect(compared.length).toBeGreaterThan(20);
  expect(compared.filter(([, , fits]) => fits !== true)).toEqual([]);
});

/** What the test calls of the generated client; its own types are in the generated file. */
type Call = (...args: readonly unknown[]) => Promise<{ readonly status: number; readonly data: Answer }>;
type Answer = { readonly code?: string; readonly data?: { readonly id: string } };
type Client = Readonly<
  Record<
    | 'postAccountSignUp'
    | 'postAccountVerify'
    | 'postSaveUser'
    | 'getUserById'
    | 'postAccountDeletionProof'
    | 'deleteUserById'
    | 'postAccountSignIn',
    Call
  >
> & { readonly defaults: { fetch?: typeof fetch; headers: Record<string, string> } };

test('a client that is generated from the description signs up, saves a profile and deletes the account', async () => {
  // In the project, so that imports of the generated file are found.
  const folder = await mkdtemp(join(import.meta.dirname, '../../build/generated-client-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'client.ts');
  await writeFile(file, await generate(description));
  const client = (await import(pathToFileURL(file).href)) as Client;
  const browser = app.browser();
  client.defaults.headers = { origin: TEST_ORIGIN, 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey };
  client.defaults.fetch = async (input, init = {}) => {
    const { status, text, headers } = await browser.send(String(input).replace(TEST_ORIGIN, ''), init);
    return new Response(text, { status, headers });
  };

  const email = 'asha@example.com';
  await client.postAccountSignUp({ email, password: PASSWORD });
  const verified = await client.postAccountVerify({ token: await app.tokenMailedTo(email) });
  const { id } = verified.data.data ?? { id: '' };
  await client.postSaveUser({ name: 'Asha Rao', about: 'Builds things' });
  const { data } = await client.getUserById(id);
  expect(data.data).toMatchObject({ id, email, name: 'Asha Rao', about: 'Builds things' });
  await client.postAccountDeletionProof({ name: 'Asha Rao', password: PASSWORD });
  await client.deleteUserById(id);
  const after = await client.postAccountSignIn({ email, password: PASSWORD });
  expect([after.status, after.data.code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD']);
});

/** The source of a client, by the generator as it is published. */
async function generate(spec: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'open-api-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(spec));
  return generateSource(file);
}
