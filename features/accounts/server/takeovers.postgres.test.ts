import { describe, expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { totpOf } from '#features/two-step/server/totp.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import { pressNotMe, toldTokens } from '#server/testing/changes.ts';
import { askedFor, signInByPasskey, withPasskey } from '#server/testing/passkeys.ts';
import {
  mailedResetToken,
  newAddress,
  PASSWORD,
  type Person,
  recordOf,
  signedInPerson,
} from '#server/testing/people.ts';
import { socialSignIn } from '#server/testing/provider-visit.ts';
import { openSiteOfIssuer } from '#server/testing/social-site.ts';
import { createAuthenticator } from '#server/testing/software-authenticator.ts';
import type { TestClient } from '#server/testing/test-client.ts';

/**
 * These tests give a thief one secret of an account with a passkey. The thief tries to take over the account
 * (docs/security.md). In the end the thief must be signed out, and the owner must be able to sign in as before.
 */
const MINUTE = 60_000;
const THIEFS_PASSWORD = 'what the thief set';

const app = await openSiteOfIssuer();

/** The owner. `enter` signs in with all steps that the account asks for. */
type Owner = Person & {
  readonly enter: () => Promise<TestClient>;
  readonly recoveryCodes: readonly string[];
};

async function withKey() {
  const person = await signedInPerson(app);
  const key = await withPasskey(person);
  const enter = async () => {
    const browser = app.browser();
    const { status, text } = await signInByPasskey(key, browser);
    expect(status, text).toBe(200);
    return browser;
  };
  app.advance(10 * MINUTE);
  return { ...person, key, enter, recoveryCodes: key.recoveryCodes };
}

async function signIn(email: string, password: string, browser: TestClient): Promise<string> {
  const { status, json } = await browser.post(ACCOUNT_API.signIn, { email, password });
  if (status === 202) return 'code-needed';
  return status === 200 ? 'in' : json.code;
}
const codeOf = async (answer: Promise<{ json: { code?: string } }>) => (await answer).json.code;
const prove = (browser: TestClient, password = PASSWORD) => browser.post(ACCOUNT_API.proof, { password });
const moveTo = async (browser: TestClient, email: string) => {
  await browser.post(ADDRESS_CHANGE_API.ask, { email });
  return app.browser().post(ADDRESS_CHANGE_API.confirm, { token: await app.tokenMailedTo(email) });
};
/** Adds the thief's own authenticator app to the account, and returns the recovery codes that are shown. */
async function turnOnOwnApp(browser: TestClient): Promise<readonly string[]> {
  const { secret } = (await browser.post(SECOND_STEP_API.begin)).json;
  const code = totpOf(secret).generate({ timestamp: app.deps.clock().getTime() });
  const confirmed = await browser.post(SECOND_STEP_API.confirm, { code });
  expect(confirmed.status).toBe(200);
  return confirmed.json.codes;
}
async function addOwnKey(browser: TestClient) {
  const key = createAuthenticator();
  const answer = key.make(await askedFor(browser, 'add'));
  expect((await browser.post(PASSKEY_API.add, { answer })).status).toBe(200);
  return key;
}

/** The owner presses “This wasn’t me” in the first mail about the theft, and undoes all changes. */
async function stop({ email, enter }: Owner, since: number): Promise<TestClient> {
  const told = await toldTokens(app, email);
  const first = told.at(-1 - since);
  expect(first, 'the owner was told').toBeDefined();
  expect((await pressNotMe(app, first ?? '')).status).toBe(200);
  const proof = await app.browser().post(CHANGES_API.takeBack, { token: first, proof: PASSWORD });
  expect(proof.status, proof.text).toBe(200);
  return enter();
}

async function expectOwners({ record, email }: Owner, browser: TestClient): Promise<void> {
  expect(await recordOf(browser)).toMatchObject({ id: record.id, email });
}
const expectOut = async (thief: TestClient) => expect(await recordOf(thief)).toBeNull();

describe('a thief with the password and the recovery codes of an account with a passkey', () => {
  /** Signs in a thief with a fresh proof. Also returns how many mails about changes the owner received before that. */
  async function thiefOf({ email, recoveryCodes }: Owner) {
    const since = (await toldTokens(app, email)).length;
    const thief = app.browser();
    expect(await signIn(email, PASSWORD, thief)).toBe('in');
    app.advance(MINUTE);
    expect(await codeOf(prove(thief)), 'by the password alone').toBe('SECOND_STEP_NEEDED');
    await thief.post(ACCOUNT_API.proof, { password: PASSWORD, code: recoveryCodes.at(-1) });
    return { thief, since };
  }

  test('can change everything, but the owner can undo all of it', async () => {
    const owner = await withKey();
    const { thief, since } = await thiefOf(owner);
    const theirs = { email: newAddress() };
    const key = await addOwnKey(thief);
    app.advance(1);
    await thief.post(PASSKEY_API.remove, { id: owner.key.id });
    await socialSignIn(thief, 'github', theirs, { purpose: 'link' });
    const [stolen = ''] = await turnOnOwnApp(thief);
    await thief.post(ACCOUNT_API.password, { password: THIEFS_PASSWORD });
    expect((await moveTo(thief, theirs.email)).status).toBe(200);
    app.advance(MINUTE);
    await expectOwners(owner, await stop(owner, since));
    await expectOut(thief);
    expect((await signInByPasskey(key, thief)).status).not.toBe(200);
    expect(await signIn(theirs.email, THIEFS_PASSWORD, thief)).toBe('INVALID_EMAIL_OR_PASSWORD');
    for (const password of [PASSWORD, THIEFS_PASSWORD])
      expect(await signIn(owner.email, password, thief)).toBe('INVALID_EMAIL_OR_PASSWORD');
    await socialSignIn(thief, 'github', theirs);
    expect((await recordOf(thief))?.id).not.toBe(owner.record.id);
    const token = await mailedResetToken(app, owner.email);
    const reset = app.browser().post(ACCOUNT_API.reset, { token, password: THIEFS_PASSWORD, code: stolen });
    expect(await codeOf(reset)).toBe('SECOND_STEP_REFUSED');
  });

  test('is locked out even when making changes at the same moment as the owner’s undo', async () => {
    const owner = await withKey();
    const { thief, since } = await thiefOf(owner);
    const token = (await toldTokens(app, owner.email)).at(-1 - since) ?? '';
    await Promise.all([
      app.browser().post(CHANGES_API.takeBack, { token, proof: PASSWORD }),
      thief.post(ACCOUNT_API.password, { password: THIEFS_PASSWORD }),
      addOwnKey(thief).catch(() => undefined),
    ]);
    await expectOut(thief);
    await expectOwners(owner, await owner.enter());
  });
});

test('a thief with a stolen phone whose passkey needs no fingerprint or PIN is locked out by the owner’s mailed link, and the passkey is removed', async () => {
  const person = await signedInPerson(app);
  const key = await withPasskey(person, { verifiesUser: false });
  app.advance(10 * MINUTE);
  const since = (await toldTokens(app, person.email)).length;
  const thief = app.browser();
  expect((await signInByPasskey(key, thief, { verifiesUser: false })).status).toBe(200);
  const enter = async () => {
    const browser = app.browser();
    expect(await signIn(person.email, PASSWORD, browser)).toBe('in');
    return browser;
  };
  const owner = { ...person, enter, recoveryCodes: key.recoveryCodes };
  await expectOwners(owner, await stop(owner, since));
  await expectOut(thief);
  expect((await signInByPasskey(key, thief, { verifiesUser: false })).status).not.toBe(200);
});
