import { AGE_API } from '#contract/age.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { totpOf } from '#features/two-step/server/totp.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
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

export const HALF_MINUTE = 30_000;

export type App = {
  /** The code that the authenticator app shows now, or after `later` half minutes. */
  readonly code: (later?: number) => string;
  readonly recoveryCodes: readonly string[];
};

/**
 * Turns on the second step. Proves the identity by the password; for an account with a passkey, call `proveByPasskey` before. Uses
 * up the app's current code.
 */
export async function withSecondStep(
  { deps: { clock } }: Pick<TestApp, 'deps'>,
  { browser }: Pick<Person, 'browser'>,
): Promise<App> {
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  const { secret } = (await browser.post(SECOND_STEP_API.begin)).json;
  const code = (later = 0) => totpOf(secret).generate({ timestamp: clock().getTime() + later * HALF_MINUTE });
  const confirmed = await browser.post(SECOND_STEP_API.confirm, { code: code() });
  if (confirmed.status !== 200) throw new Error(`could not turn on: ${confirmed.text}`);
  return { code, recoveryCodes: confirmed.json.codes };
}

export const NEW_PASSWORD = 'staple of a new horse';

/** The tokens in the mails to an address about changes, the newest first. */
export async function toldTokens(app: TestApp, email: string): Promise<readonly string[]> {
  const mails = await app.mailsTo(email);
  return mails.flatMap(({ text }) => /not-me\?token=([\w-]+)/.exec(text)?.[1] ?? []);
}

/** The token of the newest mail about a change. Advance the clock between changes: otherwise their order is undefined. */
export async function toldToken(app: TestApp, email: string): Promise<string> {
  const [token] = await toldTokens(app, email);
  if (token === undefined) throw new Error(`nothing was told to ${email}`);
  return token;
}

export async function changePassword(
  { browser }: Pick<Person, 'browser'>,
  password = NEW_PASSWORD,
  former = PASSWORD,
): Promise<void> {
  await browser.post(ACCOUNT_API.proof, { password: former });
  const answer = await browser.post(ACCOUNT_API.password, { password });
  if (answer.status !== 200) throw new Error(`could not change the password: ${answer.text}`);
}

export const pressNotMe = (app: TestApp, token: string): Promise<TestAnswer> =>
  app.browser().post(CHANGES_API.notMe, { token });

/** Changes the password, and then contests the change with “This wasn’t me”. Returns the token of the mail. */
export async function contestedPassword(app: TestApp, person: Pick<Person, 'browser' | 'email'>) {
  app.advance(1);
  await changePassword(person);
  const token = await toldToken(app, person.email);
  await pressNotMe(app, token);
  return token;
}
