import { AGE_API } from '#contract/age.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import type { TestApp } from './test-app.ts';
import type { TestAnswer, TestClient } from './test-client.ts';

export const PASSWORD = 'correct horse battery';

let count = 0;
export const newAddress = () => `person-${++count}@example.com`;

export type Person = { readonly email: string; readonly browser: TestClient; readonly record: UserRecord };

export async function signedInPerson(app: TestApp, email = newAddress()): Promise<Person> {
  const browser = app.browser();
  if (app.deps.settings.minimumAge > 0) await browser.post(AGE_API, { birthDate: '1990-01-31' });
  await browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  const confirmed = await browser.post(ACCOUNT_API.verify, { token: await app.tokenMailedTo(email) });
  if (confirmed.status !== 200) throw new Error(`could not confirm: ${confirmed.text}`);
  return { email, browser, record: confirmed.json.data };
}

/** The signed-in person's record, as pages get it. `null` if nobody is signed in. */
export async function recordOf(browser: TestClient): Promise<UserRecord> {
  return (await browser.get(ACCOUNT_API.session)).json.data;
}

/** Requests a password reset and returns the mailed token. Moves the clock first, because the newest mail is found by time. */
export async function mailedResetToken(app: TestApp, email: string): Promise<string> {
  app.advance(1);
  await app.browser().post(ACCOUNT_API.requestReset, { email });
  return app.tokenMailedTo(email);
}

/** @param code the code of the second step, for an account that needs more than access to the mailbox */
export async function resetPassword(app: TestApp, email: string, password: string, code?: string) {
  const token = await mailedResetToken(app, email);
  return app.browser().post(ACCOUNT_API.reset, { token, password, code });
}

export function proveForDeletion({ browser, record }: Person): Promise<TestAnswer> {
  return browser.post(ACCOUNT_API.deletionProof, { name: record.name, password: PASSWORD });
}

export function withCookiesOf(from: TestClient, to: TestClient): TestClient {
  for (const [name, value] of from.cookies) to.cookies.set(name, value);
  return to;
}
