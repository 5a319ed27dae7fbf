import { describe, expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openSharedSocialSite } from '#server/testing/social-site.ts';
import type { TestClient } from '#server/testing/test-client.ts';

const app = await openSharedSocialSite();

const ask = (browser: TestClient, email: string) => browser.post(ADDRESS_CHANGE_API.ask, { email });
const confirm = (token: string, browser = app.browser()) =>
  browser.post(ADDRESS_CHANGE_API.confirm, { token });

/** Somebody signed in who has just shown once more to be the owner. */
async function provedPerson() {
  const person = await signedInPerson(app);
  await person.browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  return person;
}

/** Somebody with a link to a new address in hand. */
async function asked(email = newAddress()) {
  const person = await provedPerson();
  app.advance(1);
  expect((await ask(person.browser, email)).status).toBe(200);
  return { ...person, former: person.email, email, token: await app.tokenMailedTo(email) };
}

describe('the mailed link', () => {
  test('of two accounts that want one address, and of two presses, one wins, and nothing fails', async () => {
    for (let round = 0; round < 4; round++) {
      const email = newAddress();
      const [one, two] = [await asked(email), await asked(email)];
      const answers = await Promise.all([one, two, one, two].map(({ token }) => confirm(token)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
      const owners = await app.db.selectFrom('users').select('id').where('email', '=', email).execute();
      expect(owners).toHaveLength(1);
    }
  });

  test('pressed while a sign-up confirms the same address leaves it to one account, and nothing fails', async () => {
    for (let round = 0; round < 4; round++) {
      const { email, token } = await asked();
      app.advance(1);
      const newcomer = app.browser();
      await newcomer.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
      const verify = await app.tokenMailedTo(email);
      const answers = await Promise.all([
        confirm(token),
        newcomer.post(ACCOUNT_API.verify, { token: verify }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    }
  });
});
