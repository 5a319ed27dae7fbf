import { ACCOUNT_API } from '#contract/paths.ts';
import type { UserRecord } from '#contract/users.ts';
import type { TestApp } from './test-app.ts';
import type { TestClient } from './test-client.ts';

export const PASSWORD = 'correct horse battery';

let count = 0;
export const newAddress = () => `person-${++count}@example.com`;

export type Person = { readonly email: string; readonly browser: TestClient; readonly record: UserRecord };

/** Somebody who signed up, confirmed the address and is signed in, all through the real endpoints. */
export async function signedInPerson(app: TestApp, email = newAddress()): Promise<Person> {
  const browser = app.browser();
  await browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  await browser.post(ACCOUNT_API.verify, { token: await app.tokenMailedTo(email) });
  const answer = await browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  if (answer.status !== 200) throw new Error(`could not sign in: ${answer.text}`);
  return { email, browser, record: answer.json.data };
}
