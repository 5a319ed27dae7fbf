import { expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import {
  PASSWORD,
  type Person,
  proveForDeletion,
  resetPassword,
  signedInPerson,
  withCookiesOf,
} from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';

/** These tests end a session in one server process: it must end in all at once (docs/product.md, "Sessions"). */
const site = await openTestApp();
const otherProcess = await createApp(createDeps({ ...site.deps, db: site.anotherDb() }));

/** The name of each ending, whether sessions of the account in other browsers continue, and the request to the first process. */
const ENDINGS: readonly [string, sparesOthers: boolean, (person: Person) => Promise<unknown>][] = [
  ['signing out', true, ({ browser }) => browser.post(ACCOUNT_API.signOut)],
  [
    'signing in again',
    true,
    ({ browser, email }) => browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD }),
  ],
  ['setting a new password', false, ({ email }) => resetPassword(site, email, 'another password')],
  [
    'deleting the account',
    false,
    async (person) => {
      await proveForDeletion(person);
      return person.browser.delete(pathFor(PRODUCT_API.user, person.record.id));
    },
  ],
];

/** The same browser, but its next requests go to the other process. */
function atOther(from?: TestClient): TestClient {
  const browser = createTestClient(otherProcess, TEST_ORIGIN, '203.0.113.9');
  return from === undefined ? browser : withCookiesOf(from, browser);
}

test.each(ENDINGS)(
  '[P-140] %s ends the session in every server process, so that neither its cookie nor its tokens are accepted',
  async (_name, sparesOthers, end) => {
    const person = await signedInPerson(site);
    const [second, own] = [site.browser(), pathFor(PRODUCT_API.user, person.record.id)];
    await second.post(ACCOUNT_API.signIn, { email: person.email, password: PASSWORD });
    const [there, elsewhere] = [atOther(person.browser), atOther(second)];
    const bearer = { authorization: `Bearer ${(await there.get(AUTH_API.token)).json.token}` };
    expect((await there.get(own)).status).toBe(200);
    expect((await atOther().get(own, bearer)).status).toBe(200);
    await end(person);
    expect((await there.get(own)).status).toBe(401);
    expect((await there.get(AUTH_API.token)).status).toBe(401);
    expect((await atOther().get(own, bearer)).status).toBe(401);
    expect((await elsewhere.get(own)).status).toBe(sparesOthers ? 200 : 401);
  },
);
