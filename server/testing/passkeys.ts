import { ACCOUNT_API } from '#contract/paths.ts';
import type { PasskeyPurpose } from '#features/passkeys/bodies.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { PASSWORD, type Person } from './people.ts';
import { type Authenticator, createAuthenticator } from './software-authenticator.ts';
import type { TestAnswer, TestClient } from './test-client.ts';

/** Returns the WebAuthn options that the site sends to a browser, with the challenge to sign. */
export async function askedFor(browser: TestClient, purpose: PasskeyPurpose) {
  const answer = await browser.post(PASSKEY_API.options, { purpose });
  if (answer.status !== 200) throw new Error(`no options to ${purpose}: ${answer.text}`);
  return answer.json.options;
}

/** Adds a passkey to a person’s account. Types the password first, which is enough for an account without any second factor. */
export async function withPasskey(
  { browser }: Pick<Person, 'browser'>,
  behaviour: Parameters<Authenticator['make']>[1] = {},
): Promise<Authenticator & { readonly recoveryCodes: readonly string[] }> {
  const key = createAuthenticator();
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  const answer = key.make(await askedFor(browser, 'add'), behaviour);
  const added = await browser.post(PASSKEY_API.add, { answer });
  if (added.status !== 200) throw new Error(`could not add: ${added.text}`);
  return { ...key, recoveryCodes: added.json.codes };
}

/** Proves by a passkey the identity of the person who is signed in at a browser. */
export async function proveByPasskey(
  key: Authenticator,
  browser: TestClient,
  behaviour: Parameters<Authenticator['use']>[1] = {},
): Promise<TestAnswer> {
  const answer = key.use(await askedFor(browser, 'proof'), behaviour);
  return browser.post(PASSKEY_API.proof, { answer });
}

export async function signInByPasskey(
  key: Authenticator,
  browser: TestClient,
  behaviour: Parameters<Authenticator['use']>[1] = {},
): Promise<TestAnswer> {
  const answer = key.use(await askedFor(browser, 'sign-in'), behaviour);
  return browser.post(PASSKEY_API.signIn, { answer, rememberDevice: false });
}
