import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT_API, AUTH_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { createApp } from '#server/app.ts';
import { PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';

/** A session that one process ended is at once ended in every process (decisions §3.8). */
let site: TestApp;
let otherProcess: FastifyInstance;
beforeAll(async () => {
  site = await openTestApp();
  otherProcess = await createApp({ ...site.deps, db: site.anotherDb() });
});
afterAll(() => site.close());

type Person = {
  readonly email: string;
  readonly name: string;
  readonly id: string;
  readonly browser: TestClient;
};
type Ending = {
  /** Does it at the first process. */
  readonly end: (person: Person) => Promise<unknown>;
  /** Whether the sessions of the same account in other browsers go on. */
  readonly sparesOthers: boolean;
};

const ENDINGS: Record<string, Ending> = {
  'signing out': { end: ({ browser }) => browser.post(ACCOUNT_API.signOut), sparesOthers: true },
  'signing in again': {
    end: ({ browser, email }) => browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD }),
    sparesOthers: true,
  },
  'a new password': {
    end: async ({ browser, email }) => {
      site.advance(1_000);
      await browser.post(ACCOUNT_API.requestReset, { email });
      const token = await site.tokenMailedTo(email);
      return browser.post(ACCOUNT_API.reset, { token, password: 'another password' });
    },
    sparesOthers: false,
  },
  'deleting the account': {
    end: async ({ browser, id, name }) => {
      await browser.post(ACCOUNT_API.deletionProof, { name, password: PASSWORD });
      return browser.delete(pathFor(PRODUCT_API.user, id));
    },
    sparesOthers: false,
  },
};

/** The same browser, whose next requests reach the other process. */
function atOther(from?: TestClient): TestClient {
  const browser = createTestClient(otherProcess, TEST_ORIGIN, '203.0.113.9');
  for (const [name, value] of from?.cookies ?? []) browser.cookies.set(name, value);
  return browser;
}

async function person(): Promise<Person & { readonly elsewhere: TestClient }> {
  const { email, record, browser } = await signedInPerson(site);
  const elsewhere = site.browser();
  await elsewhere.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  return { email, name: record.name, id: record.id, browser, elsewhere };
}

const statusOf = async (browser: TestClient, id: string, headers?: Record<string, string>) =>
  (await browser.get(pathFor(PRODUCT_API.user, id), headers)).status;

test.each(Object.entries(ENDINGS))(
  '%s ends it everywhere, for its cookie and its tokens',
  async (_name, { end, sparesOthers }) => {
    const one = await person();
    const [there, elsewhere] = [atOther(one.browser), atOther(one.elsewhere)];
    const bearer = { authorization: `Bearer ${(await one.browser.get(AUTH_API.token)).json.token}` };
    expect(await statusOf(there, one.id)).toBe(200);
    expect(await statusOf(atOther(), one.id, bearer)).toBe(200);
    await end(one);
    expect(await statusOf(there, one.id)).toBe(401);
    expect(await statusOf(atOther(), one.id, bearer)).toBe(401);
    expect(await statusOf(elsewhere, one.id)).toBe(sparesOthers ? 200 : 401);
  },
);

test('a proof made in one process counts in the other, for five minutes and no longer', async () => {
  const one = await person();
  const remove = () => atOther(one.browser).delete(pathFor(PRODUCT_API.user, one.id));
  expect((await remove()).json.code).toBe('PROOF_MISSING');
  const prove = () => one.browser.post(ACCOUNT_API.deletionProof, { name: one.name, password: PASSWORD });
  expect((await prove()).status).toBe(200);
  site.advance(5 * 60_000 + 1);
  expect((await remove()).json.code).toBe('PROOF_MISSING');
  await prove();
  expect((await remove()).status).toBe(200);
});
