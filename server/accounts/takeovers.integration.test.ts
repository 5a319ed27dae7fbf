import { afterAll, describe, expect, test } from 'vitest';
import { ADDRESS_CHANGE_API } from '#contract/address-change-paths.ts';
import { CHANGES_API } from '#contract/change-paths.ts';
import { PASSKEY_API } from '#contract/passkey-paths.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { SECOND_STEP_API } from '#contract/second-step-paths.ts';
import { pressNotMe, toldToken, toldTokens } from '#server/testing/changes.ts';
import { askedFor, signInByPasskey, withPasskey } from '#server/testing/passkeys.ts';
import {
  mailedResetToken,
  newAddress,
  PASSWORD,
  type Person,
  recordOf,
  resetPassword,
  signedInPerson,
  withCookiesOf,
} from '#server/testing/people.ts';
import { socialSignIn } from '#server/testing/provider-visit.ts';
import { HALF_MINUTE, withSecondStep } from '#server/testing/second-step.ts';
import { openSocialSite } from '#server/testing/social-site.ts';
import { createAuthenticator } from '#server/testing/software-authenticator.ts';
import { TEST_START } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { totpOf } from './second-step/totp.ts';

/**
 * What a thief tries who holds one thing of the owner's (docs/security.md). For an account with a passkey or a second step
 * none ends with the account: the thief is out, and the owner is in with what the account had before.
 */
const MINUTE = 60_000;
const THIEFS_PASSWORD = 'what the thief set';

const app = await openSocialSite();
// The issuer says by its own clock when somebody signed in there.
app.advance(Date.now() - TEST_START.getTime());
afterAll(app.close);

/** The owner, and the strong way in: a passkey, or the password with a code. */
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

async function withCode() {
  const person = await signedInPerson(app);
  const { code, recoveryCodes } = await withSecondStep(app, person);
  const enter = async () => {
    app.advance(2 * HALF_MINUTE);
    const browser = app.browser();
    expect(await signIn(person.email, PASSWORD, browser)).toBe('code-needed');
    const { status, text } = await enterCode(browser, code());
    expect(status, text).toBe(200);
    return browser;
  };
  app.advance(10 * MINUTE);
  return { ...person, code, enter, recoveryCodes };
}

async function signIn(email: string, password: string, browser: TestClient): Promise<string> {
  const { status, json } = await browser.post(ACCOUNT_API.signIn, { email, password });
  if (status === 202) return 'code-needed';
  return status === 200 ? 'in' : json.code;
}
const enterCode = (browser: TestClient, code: string) =>
  browser.post(SECOND_STEP_API.signIn, { code, trust: false });
const codeOf = async (answer: Promise<{ json: { code?: string } }>) => (await answer).json.code;
const prove = (browser: TestClient, password = PASSWORD) => browser.post(ACCOUNT_API.proof, { password });
const moveTo = async (browser: TestClient, email: string) => {
  await browser.post(ADDRESS_CHANGE_API.ask, { email });
  return app.browser().post(ADDRESS_CHANGE_API.confirm, { token: await app.tokenMailedTo(email) });
};
/** Gives a browser an authenticator app of its own. */
async function turnOnOwnApp(browser: TestClient): Promise<void> {
  const { secret } = (await browser.post(SECOND_STEP_API.begin)).json;
  const code = totpOf(secret).generate({ timestamp: app.deps.clock().getTime() });
  expect((await browser.post(SECOND_STEP_API.confirm, { code })).status).toBe(200);
}
async function addOwnKey(browser: TestClient) {
  const key = createAuthenticator();
  const answer = key.make(await askedFor(browser, 'add'));
  expect((await browser.post(PASSKEY_API.add, { answer })).status).toBe(200);
  return key;
}

/** The owner presses “This wasn’t me” in the first mail about the theft, and takes everything back. */
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

describe('a thief who knows the password of an account with a passkey', () => {
  /** Signs the thief in with a fresh proof, lets them act, and has the owner stop it by the first mail since. */
  async function stopped(
    act: (thief: TestClient, owner: Awaited<ReturnType<typeof withKey>>) => Promise<unknown>,
  ) {
    const owner = await withKey();
    const since = (await toldTokens(app, owner.email)).length;
    const thief = app.browser();
    expect(await signIn(owner.email, PASSWORD, thief)).toBe('in');
    app.advance(MINUTE);
    await prove(thief);
    const result = await act(thief, owner);
    app.advance(MINUTE);
    const browser = await stop(owner, since);
    await expectOut(thief);
    await expectOwners(owner, browser);
    expect(await signIn(owner.email, PASSWORD, thief), 'the password that the thief used').not.toBe('in');
    return { owner, thief, result };
  }

  test('signs in', async () => {
    await stopped(async () => undefined);
  });

  test('changes the password', async () => {
    const { owner, thief } = await stopped((there) =>
      there.post(ACCOUNT_API.password, { password: THIEFS_PASSWORD }),
    );
    expect(await signIn(owner.email, THIEFS_PASSWORD, thief)).toBe('INVALID_EMAIL_OR_PASSWORD');
  });

  test('adds a passkey', async () => {
    const { thief, result } = await stopped(addOwnKey);
    expect((await signInByPasskey(result as ReturnType<typeof createAuthenticator>, thief)).status).not.toBe(
      200,
    );
  });

  test('removes the owner’s passkey', async () => {
    await stopped(async (thief, { key }) => thief.post(PASSKEY_API.remove, { id: key.id }));
  });

  test('connects an account at GitHub', async () => {
    const atGithub = { email: newAddress() };
    const { thief, owner } = await stopped((there) =>
      socialSignIn(there, 'github', atGithub, { purpose: 'link' }),
    );
    await socialSignIn(thief, 'github', atGithub);
    expect((await recordOf(thief))?.id).not.toBe(owner.record.id);
  });

  test('turns on a second step', async () => {
    await stopped(turnOnOwnApp);
  });

  test('makes new recovery codes', async () => {
    const { owner, result } = await stopped(
      async (there) => (await there.post(SECOND_STEP_API.recoveryCodes, {})).json.codes as string[],
    );
    const [stolen = ''] = result as string[];
    const token = await mailedResetToken(app, owner.email);
    const reset = app.browser().post(ACCOUNT_API.reset, { token, password: THIEFS_PASSWORD, code: stolen });
    expect(await codeOf(reset)).toBe('RECOVERY_CODE_REFUSED');
  });

  test('moves the account to another address', async () => {
    const theirs = newAddress();
    const { thief } = await stopped((there) => moveTo(there, theirs));
    expect(await signIn(theirs, PASSWORD, thief)).toBe('INVALID_EMAIL_OR_PASSWORD');
  });

  test('does all of that', async () => {
    const theirs = newAddress();
    const { thief, result } = await stopped(async (there, { key }) => {
      const own = await addOwnKey(there);
      app.advance(1);
      await there.post(PASSKEY_API.remove, { id: key.id });
      await there.post(ACCOUNT_API.password, { password: THIEFS_PASSWORD });
      await socialSignIn(there, 'github', { email: theirs }, { purpose: 'link' });
      expect((await moveTo(there, theirs)).status).toBe(200);
      return own;
    });
    expect((await signInByPasskey(result as ReturnType<typeof createAuthenticator>, thief)).status).not.toBe(
      200,
    );
    expect(await signIn(theirs, THIEFS_PASSWORD, thief)).toBe('INVALID_EMAIL_OR_PASSWORD');
  });

  test('races the owner, who takes it back at the same moment', async () => {
    const owner = await withKey();
    const since = (await toldTokens(app, owner.email)).length;
    const thief = app.browser();
    await signIn(owner.email, PASSWORD, thief);
    app.advance(MINUTE);
    await prove(thief);
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

describe('a thief who knows the password of an account with a second step', () => {
  test('gets no session without a code', async () => {
    const owner = await withCode();
    const thief = app.browser();
    expect(await signIn(owner.email, PASSWORD, thief)).toBe('code-needed');
    await expectOut(thief);
    await expectOwners(owner, await owner.enter());
  });

  test('replays the code that the owner has just used', async () => {
    const owner = await withCode();
    await owner.enter();
    const thief = app.browser();
    await signIn(owner.email, PASSWORD, thief);
    expect(await codeOf(enterCode(thief, owner.code()))).toBe('SECOND_STEP_REFUSED');
    await expectOut(thief);
  });

  test('replays a recovery code', async () => {
    const owner = await withCode();
    const [code = ''] = owner.recoveryCodes;
    const browser = app.browser();
    await signIn(owner.email, PASSWORD, browser);
    expect((await enterCode(browser, code)).status).toBe(200);
    const thief = app.browser();
    await signIn(owner.email, PASSWORD, thief);
    expect(await codeOf(enterCode(thief, code))).toBe('SECOND_STEP_REFUSED');
  });

  test('brings the code of an account of their own', async () => {
    const [owner, thiefs] = [await withCode(), await withCode()];
    const thief = app.browser();
    await signIn(owner.email, PASSWORD, thief);
    expect(await codeOf(enterCode(thief, thiefs.code()))).toBe('SECOND_STEP_REFUSED');
    expect(await codeOf(enterCode(thief, thiefs.recoveryCodes[0] ?? ''))).toBe('SECOND_STEP_REFUSED');
  });
});

describe.each([
  ['a passkey', withKey],
  ['a second step', withCode],
])('against an account with %s', (kind, make) => {
  test('a stolen session without a proof changes nothing', async () => {
    const owner: Owner = await make();
    const thief = withCookiesOf(owner.browser, app.browser());
    await expectOwners(owner, thief);
    const tried = await Promise.all([
      thief.post(ACCOUNT_API.password, { password: THIEFS_PASSWORD }),
      thief.post(ADDRESS_CHANGE_API.ask, { email: newAddress() }),
      thief.post(SECOND_STEP_API.begin),
      thief.post(PASSKEY_API.options, { purpose: 'add' }),
      thief.post(ACCOUNT_API.unlinkProvider, { provider: 'github' }),
    ]);
    expect(tried.map(({ json }) => json.code)).toEqual(Array.from(tried, () => 'PROOF_MISSING'));
    const linked = await socialSignIn(thief, 'github', { email: newAddress() }, { purpose: 'link' });
    expect(linked.outcome).toBe('requires-recent-login');
    await (await owner.enter()).post(ACCOUNT_API.endSessions, {});
    await expectOut(thief);
  });

  test('a stolen session with the owner’s fresh proof is thrown out, and what it changed with it', async () => {
    const owner: Owner = await make();
    const since = (await toldTokens(app, owner.email)).length;
    const browser = await owner.enter();
    await browser.post(ACCOUNT_API.password, { password: PASSWORD });
    const isTold = (await toldTokens(app, owner.email)).length > since;
    // The owner's own sign-in in a new browser was told too.
    const own = isTold ? (await toldTokens(app, owner.email)).length : since;
    const proof = await proofOf(owner, browser);
    expect(proof).toBe(200);
    const thief = withCookiesOf(browser, app.browser());
    app.advance(1);
    const key = await addOwnKey(thief);
    app.advance(1);
    await thief.post(ACCOUNT_API.password, { password: THIEFS_PASSWORD });
    await expectOwners(owner, await stop(owner, own));
    await expectOut(thief);
    expect((await signInByPasskey(key, thief)).status).not.toBe(200);
    expect(await signIn(owner.email, THIEFS_PASSWORD, thief)).toBe('INVALID_EMAIL_OR_PASSWORD');
  });

  test('a stolen mailbox resets the password and is not in', async () => {
    const owner: Owner = await make();
    const reset = await resetPassword(app, owner.email, THIEFS_PASSWORD);
    const thief = app.browser();
    if (kind === 'a passkey') expect(reset.json.code).toBe('RECOVERY_CODE_NEEDED');
    expect(await signIn(owner.email, THIEFS_PASSWORD, thief)).not.toBe('in');
    await expectOut(thief);
    const token = await mailedResetToken(app, owner.email);
    const guess = app
      .browser()
      .post(ACCOUNT_API.reset, { token, password: THIEFS_PASSWORD, code: 'AAAA-BBBB-CCCC' });
    expect([undefined, 'RECOVERY_CODE_REFUSED']).toContain(await codeOf(guess));
    await expectOut(thief);
  });

  test('a stolen mailbox contests what the owner set up, and can neither reset nor take back', async () => {
    const owner: Owner = await make();
    const token = await toldToken(app, owner.email);
    await pressNotMe(app, token);
    expect((await resetPassword(app, owner.email, THIEFS_PASSWORD)).json.code).toBe('ACCOUNT_FROZEN');
    const takeBack = app.browser().post(CHANGES_API.takeBack, { token, proof: THIEFS_PASSWORD });
    expect(await codeOf(takeBack)).toBe('TAKE_BACK_REFUSED');
  });

  test.each(['google', 'github'] as const)(
    'a stolen mailbox makes an account at %s, and is not joined',
    async (provider) => {
      const owner: Owner = await make();
      const thief = app.browser();
      const { outcome } = await socialSignIn(thief, provider, { email: owner.email });
      expect(outcome).toBe('account-exists-with-different-credential');
      await expectOut(thief);
      await expectOwners(owner, await owner.enter());
    },
  );

  test('a stolen mailbox signs up anew with the address', async () => {
    const owner: Owner = await make();
    const thief = app.browser();
    app.advance(1);
    await thief.post(ACCOUNT_API.signUp, { email: owner.email, password: THIEFS_PASSWORD });
    const mails = await app.mailsTo(owner.email);
    expect(mails[0]?.kind).toBe('account-exists');
    expect(await signIn(owner.email, THIEFS_PASSWORD, thief)).toBe('EMAIL_NOT_VERIFIED');
    await expectOut(thief);
    await expectOwners(owner, await owner.enter());
  });

  test('an account at a provider with the same address, which is not verified there, is not joined', async () => {
    const owner: Owner = await make();
    const thief = app.browser();
    await socialSignIn(thief, 'google', { email: owner.email, isVerified: false });
    expect((await recordOf(thief))?.id).not.toBe(owner.record.id);
  });

  test('a provider that the owner disconnected opens nothing of theirs', async () => {
    const owner: Owner = await make();
    const [browser, atGoogle] = [await owner.enter(), { email: newAddress() }];
    expect(await proofOf(owner, browser)).toBe(200);
    await socialSignIn(browser, 'google', atGoogle, { purpose: 'link' });
    await browser.post(ACCOUNT_API.unlinkProvider, { provider: 'google' });
    const thief = app.browser();
    await socialSignIn(thief, 'google', atGoogle);
    expect((await recordOf(thief))?.id).not.toBe(owner.record.id);
  });

  test('a slip in the new address gives a stranger’s mailbox no way in, and the old one brings the account back', async () => {
    const owner: Owner = await make();
    const [browser, slip] = [await owner.enter(), newAddress()];
    expect(await proofOf(owner, browser)).toBe(200);
    app.advance(1);
    expect((await moveTo(browser, slip)).status).toBe(200);
    const token = await toldToken(app, owner.email);
    await resetPassword(app, slip, THIEFS_PASSWORD);
    const thief = app.browser();
    expect(await signIn(slip, THIEFS_PASSWORD, thief)).not.toBe('in');
    const takeBack = await app.browser().post(CHANGES_API.takeBack, { token, proof: PASSWORD });
    expect(takeBack.status, takeBack.text).toBe(200);
    await expectOwners(owner, await owner.enter());
  });

  test('the mailbox that the owner left behind brings nothing back', async () => {
    const owner: Owner = await make();
    const [browser, email] = [await owner.enter(), newAddress()];
    expect(await proofOf(owner, browser)).toBe(200);
    app.advance(1);
    await moveTo(browser, email);
    const token = await toldToken(app, owner.email);
    const guess = app.browser().post(CHANGES_API.takeBack, { token, proof: THIEFS_PASSWORD });
    expect(await codeOf(guess)).toBe('TAKE_BACK_REFUSED');
    expect((await resetPassword(app, owner.email, THIEFS_PASSWORD).catch(() => undefined))?.status).not.toBe(
      200,
    );
    expect(await recordOf(browser)).toMatchObject({ id: owner.record.id, email });
  });
});

describe('a stolen phone', () => {
  test('with the authenticator app opens nothing without the password', async () => {
    const owner = await withCode();
    const thief = app.browser();
    expect(await signIn(owner.email, THIEFS_PASSWORD, thief)).toBe('INVALID_EMAIL_OR_PASSWORD');
    expect(await codeOf(enterCode(thief, owner.code()))).toBe('SECOND_STEP_ENDED');
    await expectOut(thief);
  });

  test('with a passkey that asks for no finger is stopped by the mail, and the passkey goes', async () => {
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

  test('with such a passkey beside a second step opens nothing without a code', async () => {
    const person = await signedInPerson(app);
    const key = await withPasskey(person, { verifiesUser: false });
    await withSecondStep(app, person);
    const thief = app.browser();
    expect((await signInByPasskey(key, thief, { verifiesUser: false })).status).toBe(202);
    await expectOut(thief);
  });
});

/** Shows the owner once more in a session. */
async function proofOf(owner: Owner, browser: TestClient): Promise<number> {
  const code = 'code' in owner ? (owner as Awaited<ReturnType<typeof withCode>>).code : undefined;
  if (code === undefined) return (await prove(browser)).status;
  app.advance(2 * HALF_MINUTE);
  return (await browser.post(ACCOUNT_API.proof, { password: PASSWORD, code: code() })).status;
}
