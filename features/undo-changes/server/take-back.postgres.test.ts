import { describe, expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import { YOUR_DATA_API } from '#features/your-data/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { findRows, updateRows } from '#server/database/rows.ts';
import {
  askedFor,
  createAuthenticator,
  proveByPasskey,
  signInByPasskey,
  withPasskey,
} from '#server/testing/passkeys.ts';
import {
  changePassword,
  contestedPassword,
  HALF_MINUTE,
  mailedResetToken,
  NEW_PASSWORD,
  newAddress,
  PASSWORD,
  type Person,
  pressNotMe,
  recordOf,
  resetPassword,
  signedInPerson,
  toldToken,
  withSecondStep,
} from '#server/testing/people.ts';
import { openSiteOfIssuer, socialSignIn } from '#server/testing/social-site.ts';
import { removeOutlived } from '#server/testing/stored-rows.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';
import { describeOnSqlite } from '#server/testing/test-database.ts';
import { noteChange } from './note-change.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const app = await openSiteOfIssuer();

/** Signs in and returns `in`, `code-needed`, or the code of a refusal. */
async function signIn(email: string, password = PASSWORD, browser = app.browser()): Promise<string> {
  const { status, json } = await browser.post(ACCOUNT_API.signIn, { email, password });
  if (status === 202) return 'code-needed';
  return status === 200 ? 'in' : json.code;
}
async function byPasskey(key: Awaited<ReturnType<typeof withPasskey>>): Promise<string> {
  const { status, json } = await signInByPasskey(key, app.browser());
  return status === 200 ? 'in' : json.code;
}
const takeBack = (token: string, proof: string) => app.browser().post(CHANGES_API.takeBack, { token, proof });
const securityOf = async (browser: TestClient) => (await browser.get(ACCOUNT_API.security)).json.data;
const contestedOf = async (browser: TestClient) => (await securityOf(browser)).contested;
async function decide(browser: TestClient, decision: 'take-back' | 'keep', id?: string) {
  const first = (await contestedOf(browser))[0]?.id ?? 'none';
  return browser.post(CHANGES_API.decide, { id: id ?? first, decision });
}
async function addPasskey(person: Person) {
  app.advance(1);
  const key = await withPasskey(person);
  return { key, token: await toldToken(app, person.email) };
}
/** Presses “This wasn’t me” behind the link in the newest mail about a change. Returns the token of the link. */
async function report({ email }: Pick<Person, 'email'>): Promise<string> {
  const token = await toldToken(app, email);
  await pressNotMe(app, token);
  return token;
}
const provePassword = (browser: TestClient) => browser.post(ACCOUNT_API.proof, { password: PASSWORD });
const enterCode = (browser: TestClient, code: string | undefined) =>
  browser.post(SECOND_STEP_API.signIn, { code, trust: false });
/** Creates a person who reported a new passkey and then signed in again with the password. */
async function frozen() {
  const person = await signedInPerson(app);
  const { key, token } = await addPasskey(person);
  await pressNotMe(app, token);
  const browser = app.browser();
  expect(await signIn(person.email, PASSWORD, browser)).toBe('in');
  return { ...person, browser, key, token };
}
async function moveTo(email: string, { record }: Person) {
  app.advance(1);
  await app.db.transaction().execute(async (tx) => {
    await noteChange(app.deps, tx, { userId: record.id, kind: 'address', detail: '' });
    await updateRows(tx, 'users', { id: record.id }, { email });
  });
}

describeOnSqlite('pressing the “not me” button behind the link in a mail about a change', () => {
  test('[P-174] is refused like any invalid link if the link is unknown or a week old', async () => {
    const person = await signedInPerson(app);
    const { token } = await addPasskey(person);
    app.advance(7 * DAY);
    for (const dead of [token, 'unknown']) {
      expect((await pressNotMe(app, dead)).json.code).toBe('LINK_NOT_VALID');
      expect((await takeBack(dead, PASSWORD)).json.code).toBe('LINK_NOT_VALID');
    }
    expect(await signIn(person.email)).toBe('in');
  });
});

describeOnSqlite('while an account is frozen after its owner reported a change', () => {
  test('the added passkey that the owner reported is refused, but the password and older passkeys sign in', async () => {
    const person = await signedInPerson(app);
    const older = await withPasskey(person);
    const { key, token } = await addPasskey(person);
    await pressNotMe(app, token);
    expect(await byPasskey(key)).toBe('ACCOUNT_FROZEN');
    const browser = app.browser();
    expect([await byPasskey(older), await signIn(person.email, PASSWORD, browser)]).toEqual(['in', 'in']);
    // A second press of “This wasn’t me” changes nothing.
    expect((await pressNotMe(app, token)).status).toBe(200);
    expect(await recordOf(browser)).not.toBeNull();
  });

  test('[A-21] a password set after the reported change is refused, and only a person who types it reads that the account is frozen', async () => {
    const person = await signedInPerson(app);
    const { token } = await addPasskey(person);
    await changePassword(person);
    await pressNotMe(app, token);
    expect(await signIn(person.email, NEW_PASSWORD)).toBe('ACCOUNT_FROZEN');
    expect(await signIn(person.email, 'a guess')).toBe('INVALID_EMAIL_OR_PASSWORD');
  });

  test('after a reported change of the password, no password signs in, but a provider or passkey from before does', async () => {
    const [person, google] = [await signedInPerson(app), { email: newAddress() }];
    await provePassword(person.browser);
    await socialSignIn(person.browser, 'google', google, { purpose: 'link' });
    const key = await withPasskey(person);
    await proveByPasskey(key, person.browser);
    app.advance(1);
    await person.browser.post(ACCOUNT_API.password, { password: NEW_PASSWORD });
    await report(person);
    expect(await signIn(person.email)).toBe('INVALID_EMAIL_OR_PASSWORD');
    expect(await signIn(person.email, NEW_PASSWORD)).toBe('ACCOUNT_FROZEN');
    expect(await socialSignIn(app.browser(), 'google', google)).toMatchObject({ outcome: 'signed-in' });
    expect(await byPasskey(key)).toBe('in');
  });

  test('the linked sign-in provider that the owner reported is refused, but an earlier one signs in', async () => {
    const person = await signedInPerson(app);
    await provePassword(person.browser);
    const [older, newer] = [{ email: newAddress() }, { email: newAddress() }];
    await socialSignIn(person.browser, 'google', older, { purpose: 'link' });
    app.advance(1);
    await socialSignIn(person.browser, 'google', newer, { purpose: 'link' });
    await report(person);
    expect(await socialSignIn(app.browser(), 'google', newer)).toMatchObject({ outcome: 'account-frozen' });
    expect(await socialSignIn(app.browser(), 'google', older)).toMatchObject({ outcome: 'signed-in' });
  });

  test('the password is refused if the reported change added two-step verification, and needs a code if that was on before', async () => {
    const person = await signedInPerson(app);
    const passkey = await withPasskey(person);
    const { code } = await withSecondStep(app, person);
    app.advance(HALF_MINUTE);
    await pressNotMe(app, (await addPasskey(person)).token);
    expect(await signIn(person.email)).toBe('code-needed');
    const late = await signedInPerson(app);
    app.advance(1);
    await withSecondStep(app, late);
    await report(late);
    expect(await signIn(late.email)).toBe('ACCOUNT_FROZEN');
    // The page describes this case with the words `NOT_ME_WORDS.frozen.byEmail`.
    expect((await resetPassword(app, late.email, NEW_PASSWORD)).json.code).toBe('ACCOUNT_FROZEN');
    // A passkey that verifies its user counts as two steps, so it needs no code.
    expect(await byPasskey(passkey)).toBe('in');
    app.advance(HALF_MINUTE);
    const browser = app.browser();
    await signIn(person.email, PASSWORD, browser);
    expect((await enterCode(browser, code())).status).toBe(200);
  });
});

describeOnSqlite('a person who can only read the mailbox', () => {
  test('[A-23] cannot undo a change without the former password', async () => {
    const person = await signedInPerson(app);
    const token = await contestedPassword(app, person);
    for (const guess of ['a guess', NEW_PASSWORD])
      expect((await takeBack(token, guess)).json.code).toBe('TAKE_BACK_REFUSED');
  });

  test('[A-24] cannot reset the password after reporting a new passkey, or a change that gave the account this mailbox’s address', async () => {
    const { email } = await frozen();
    expect((await resetPassword(app, email, NEW_PASSWORD)).json.code).toBe('ACCOUNT_FROZEN');
    const [person, moved] = [await signedInPerson(app), newAddress()];
    await moveTo(moved, person);
    await report(person);
    expect((await resetPassword(app, moved, NEW_PASSWORD)).json.code).toBe('ACCOUNT_FROZEN');
  });

  test.each<[string, (person: Person) => Promise<unknown>]>([
    ['sign-in', ({ email }) => signIn(email)],
    ['new password', changePassword],
  ])(
    '[A-79] can report the owner’s %s and reset the password of an account with nothing else, but the owner can undo it',
    async (_, change) => {
      const [person, readersPassword] = [await signedInPerson(app), 'what the reader set'];
      app.advance(1);
      await change(person);
      const reported = await report(person);
      app.advance(1);
      expect((await resetPassword(app, person.email, readersPassword)).status).toBe(200);
      expect((await takeBack(reported, PASSWORD)).json.code).toBe('LINK_NOT_VALID');
      const token = await report(person);
      expect((await takeBack(token, PASSWORD)).status).toBe(200);
      const left = [await signIn(person.email), await signIn(person.email, readersPassword)];
      expect(left).toEqual(['in', 'INVALID_EMAIL_OR_PASSWORD']);
    },
  );

  test('[A-25] cannot freeze the account again with the same link after the owner has decided to keep the change', async () => {
    const { browser, key, token } = await frozen();
    await provePassword(browser);
    expect((await decide(browser, 'keep')).status).toBe(200);
    expect(await byPasskey(key)).toBe('in');
    expect((await pressNotMe(app, token)).json).toMatchObject({ kind: 'kept' });
    expect(await recordOf(browser)).not.toBeNull();
    expect((await takeBack(token, PASSWORD)).status).toBe(200);
    expect(await byPasskey(key)).toBe('PASSKEY_REFUSED');
  });
});

describe('undoing a change by the mailed link', () => {
  test('[P-054] with the former password restores it in place of the new one, and succeeds for one of two simultaneous requests', async () => {
    const person = await signedInPerson(app);
    const token = await contestedPassword(app, person);
    const answers = await Promise.all([takeBack(token, PASSWORD), takeBack(token, PASSWORD)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(await signIn(person.email)).toBe('in');
    expect(await signIn(person.email, NEW_PASSWORD)).toBe('INVALID_EMAIL_OR_PASSWORD');
  });

  test('[A-22] also undoes all later changes, and leaves earlier ones as they are', async () => {
    const person = await signedInPerson(app);
    const { key: older } = await addPasskey(person);
    const { key: newer, token } = await addPasskey(person);
    await changePassword(person);
    app.advance(1);
    await person.browser.post(PASSKEY_API.remove, { id: older.id });
    const later = await toldToken(app, person.email);
    await pressNotMe(app, later);
    await pressNotMe(app, token);
    expect((await takeBack(token, PASSWORD)).status).toBe(200);
    expect([await byPasskey(older), await byPasskey(newer)]).toEqual(['in', 'PASSKEY_REFUSED']);
    expect(await signIn(person.email)).toBe('in');
    expect((await pressNotMe(app, later)).json.code).toBe('LINK_NOT_VALID');
  });

  test('with a recovery code from before the change uses that code up, and restores two-step verification with the others', async () => {
    const person = await signedInPerson(app);
    const { code, recoveryCodes } = await withSecondStep(app, person);
    const [used = '', one = '', two = ''] = recoveryCodes;
    app.advance(2 * HALF_MINUTE);
    const elsewhere = app.browser();
    await signIn(person.email, PASSWORD, elsewhere);
    await enterCode(elsewhere, used);
    app.advance(HALF_MINUTE);
    await person.browser.post(SECOND_STEP_API.off, { code: code() });
    const token = await report(person);
    expect((await takeBack(token, used)).json.code).toBe('TAKE_BACK_REFUSED');
    expect((await takeBack(token, one)).status).toBe(200);
    const browser = app.browser();
    expect(await signIn(person.email, PASSWORD, browser)).toBe('code-needed');
    expect((await enterCode(browser, one)).json.code).toBe('SECOND_STEP_REFUSED');
    expect((await enterCode(browser, two)).status).toBe(200);
  });

  test('is refused if another account now has the former address, and the typed recovery code stays usable', async () => {
    const person = await signedInPerson(app);
    const { recoveryCodes } = await withSecondStep(app, person);
    const { id } = person.record;
    await moveTo(newAddress(), person);
    const token = await report(person);
    const change = { user_id: id, kind: 'address' } as const;
    const kept = { contested_at: null, kept_at: app.deps.clock().toISOString() };
    await updateRows(app.db, 'account_changes', change, kept);
    await updateRows(app.db, 'users', { id: (await signedInPerson(app)).record.id }, { email: person.email });
    expect((await takeBack(token, recoveryCodes[0] ?? '')).json.code).toBe('LINK_NOT_VALID');
    expect(await findRows(app.db, 'recovery_codes', ['code_hash'], { user_id: id })).toHaveLength(10);
  });
});

describeOnSqlite('deciding on the security page whether to keep or undo a reported change', () => {
  test('is possible only in that account, which stays frozen without a decision, even after a week', async () => {
    const { browser, email, key } = await frozen();
    const [{ id }] = await contestedOf(browser);
    const other = await signedInPerson(app);
    await provePassword(other.browser);
    expect((await decide(other.browser, 'take-back', id)).json.code).toBe('CHANGE_DECIDED');
    app.advance(8 * DAY);
    await removeOutlived(app, app.deps.clock());
    expect(await byPasskey(key)).toBe('ACCOUNT_FROZEN');
    expect(await signIn(email)).toBe('in');
  });

  test('an account stays frozen if its owner keeps only one of two reported changes', async () => {
    const person = await signedInPerson(app);
    const { key: first, token } = await addPasskey(person);
    const { key: second, token: later } = await addPasskey(person);
    await pressNotMe(app, token);
    await pressNotMe(app, later);
    const browser = app.browser();
    await signIn(person.email, PASSWORD, browser);
    await provePassword(browser);
    const [, { id }] = await contestedOf(browser);
    await decide(browser, 'keep', id);
    expect([await byPasskey(first), await byPasskey(second)]).toEqual(['in', 'ACCOUNT_FROZEN']);
    // The passkey whose change was kept is now a second factor of the account.
    expect((await decide(browser, 'keep')).json.code).toBe('PROOF_MISSING');
    await proveByPasskey(first, browser);
    await decide(browser, 'keep');
    expect(await byPasskey(second)).toBe('in');
  });

  test.each(['keep', 'take-back'] as const)(
    'proving the identity by password alone allows the decision “%s”, and no other action',
    async (decision) => {
      const { browser } = await frozen();
      await provePassword(browser);
      const others = async () => [
        (await browser.post(YOUR_DATA_API.export)).json?.code,
        (await browser.post(PASSKEY_API.options, { purpose: 'add' })).json?.code,
        (await browser.post(ACCOUNT_API.password, { password: NEW_PASSWORD })).json?.code,
        (await socialSignIn(browser, 'github', { email: newAddress() }, { purpose: 'link' })).outcome,
      ];
      expect(await others()).toEqual([...Array(3).fill('DECIDE_FIRST'), 'decide-first']);
      expect((await decide(browser, decision)).status).toBe(200);
      expect(await others()).toEqual([...Array(3).fill('PROOF_MISSING'), 'proof-expired']);
    },
  );
});

test('two changes at the same moment are both recorded, and undoing an earlier change undoes both', async () => {
  const person = await signedInPerson(app);
  const { key, token } = await addPasskey(person);
  app.advance(1);
  await Promise.all([
    person.browser.post(ACCOUNT_API.password, { password: NEW_PASSWORD }),
    person.browser.post(PASSKEY_API.remove, { id: key.id }),
  ]);
  const rows = await findRows(app.db, 'account_changes', ['kind'], { user_id: person.record.id });
  expect(rows.map(({ kind }) => kind).sort()).toEqual(['passkeys', 'passkeys', 'password']);
  await pressNotMe(app, token);
  expect((await takeBack(token, PASSWORD)).status).toBe(200);
  expect(await signIn(person.email)).toBe('in');
});

/** In the end the thief is signed out, and the owner signs in as before (docs/security.md). */
describe('a thief with the password and the recovery codes of an account with a passkey', () => {
  const THIEFS_PASSWORD = 'what the thief set';

  /** Creates an owner, and a thief with a fresh proof of identity. `token` is from the mail about the thief's sign-in. */
  async function robbed() {
    const owner = await signedInPerson(app);
    const key = await withPasskey(owner);
    app.advance(10 * MINUTE);
    const thief = app.browser();
    expect(await signIn(owner.email, PASSWORD, thief)).toBe('in');
    const token = await toldToken(app, owner.email);
    app.advance(MINUTE);
    const byPassword = await thief.post(ACCOUNT_API.proof, { password: PASSWORD });
    expect(byPassword.json.code).toBe('SECOND_STEP_NEEDED');
    await thief.post(ACCOUNT_API.proof, { password: PASSWORD, code: key.recoveryCodes.at(-1) });
    return { owner, key, thief, token };
  }
  async function addOwnKey(thief: TestClient) {
    const key = createAuthenticator();
    const answer = key.make(await askedFor(thief, 'add'));
    expect((await thief.post(PASSKEY_API.add, { answer })).status).toBe(200);
    return key;
  }
  async function expectReturned({ owner, key, thief }: Awaited<ReturnType<typeof robbed>>): Promise<void> {
    expect(await recordOf(thief)).toBeNull();
    const browser = app.browser();
    await signInByPasskey(key, browser);
    expect(await recordOf(browser)).toMatchObject({ id: owner.record.id, email: owner.email });
  }

  test('can change every sign-in method and the address, but the owner can undo all of these changes', async () => {
    const robbery = await robbed();
    const { owner, key, thief, token } = robbery;
    const theirs = { email: newAddress() };
    const thiefsKey = await addOwnKey(thief);
    app.advance(1);
    await thief.post(PASSKEY_API.remove, { id: key.id });
    await socialSignIn(thief, 'github', theirs, { purpose: 'link' });
    const stolen = await withSecondStep(app, { browser: thief });
    await thief.post(ACCOUNT_API.password, { password: THIEFS_PASSWORD });
    await thief.post(ADDRESS_CHANGE_API.ask, theirs);
    const link = { token: await app.tokenMailedTo(theirs.email) };
    expect((await app.browser().post(ADDRESS_CHANGE_API.confirm, link)).status).toBe(200);
    app.advance(MINUTE);
    expect((await pressNotMe(app, token)).status).toBe(200);
    expect((await takeBack(token, PASSWORD)).status).toBe(200);
    await expectReturned(robbery);
    expect((await signInByPasskey(thiefsKey, thief)).status).not.toBe(200);
    const refused = 'INVALID_EMAIL_OR_PASSWORD';
    expect(await signIn(theirs.email, THIEFS_PASSWORD)).toBe(refused);
    for (const password of [PASSWORD, THIEFS_PASSWORD])
      expect(await signIn(owner.email, password)).toBe(refused);
    await socialSignIn(thief, 'github', theirs);
    expect((await recordOf(thief))?.id).not.toBe(owner.record.id);
    const reset = await resetPassword(app, owner.email, THIEFS_PASSWORD, stolen.recoveryCodes[0]);
    expect(reset.json.code).toBe('SECOND_STEP_REFUSED');
  });

  test('is locked out even if the thief changes the account at the same moment as the owner undoes a change', async () => {
    const robbery = await robbed();
    const { thief, token } = robbery;
    await Promise.all([
      takeBack(token, PASSWORD),
      thief.post(ACCOUNT_API.password, { password: THIEFS_PASSWORD }),
      addOwnKey(thief).catch(() => undefined),
    ]);
    await expectReturned(robbery);
  });
});

test('the owner’s mailed link locks out a thief who uses a stolen phone with a passkey without fingerprint or PIN', async () => {
  const { email, browser, record } = await signedInPerson(app);
  const key = await withPasskey({ browser }, { verifiesUser: false });
  app.advance(10 * MINUTE);
  const thief = app.browser();
  const signInOfThief = () => signInByPasskey(key, thief, { verifiesUser: false });
  expect((await signInOfThief()).status).toBe(200);
  const token = await report({ email });
  expect((await takeBack(token, PASSWORD)).status).toBe(200);
  expect(await recordOf(thief)).toBeNull();
  expect((await signInOfThief()).status).not.toBe(200);
  expect(await findRows(app.db, 'recovery_codes', ['code_hash'], { user_id: record.id })).toEqual([]);
  const owner = app.browser();
  expect(await signIn(email, PASSWORD, owner)).toBe('in');
  expect((await withPasskey({ browser: owner })).recoveryCodes).toHaveLength(key.recoveryCodes.length);
});

/** What a thief who has just set a password through the mailbox does, so that no mailed link sets another one. */
const THEFTS: [string, string, (thief: TestClient) => Promise<unknown>][] = [
  ['adds a passkey', 'DECIDE_FIRST', (browser) => withPasskey({ browser })],
  [
    'moves the account to another address',
    // The thief's password is asked for, because no second factor is there.
    'WRONG_PASSWORD',
    async (browser) => {
      const email = newAddress();
      await provePassword(browser);
      await browser.post(ADDRESS_CHANGE_API.ask, { email });
      await browser.post(ADDRESS_CHANGE_API.confirm, { token: await app.tokenMailedTo(email) });
    },
  ],
];
test.each(THEFTS)(
  'an owner with only GitHub can undo it when a thief who reads the mailbox sets a password and %s',
  async (_, refusal, steal) => {
    const [email, owner] = [newAddress(), app.browser()];
    await socialSignIn(owner, 'github', { email });
    app.advance(1);
    const thief = app.browser();
    const token = await mailedResetToken(app, email);
    await thief.post(ACCOUNT_API.reset, { token, password: PASSWORD });
    const told = await toldToken(app, email);
    app.advance(1);
    await steal(thief);
    await pressNotMe(app, told);
    await socialSignIn(owner, 'github', { email });
    expect(await securityOf(owner)).toMatchObject({ oldSignInDecides: true });
    const { outcome } = await socialSignIn(owner, 'github', { email }, { purpose: 'proof' });
    expect(outcome).toBe('proved');
    const { id, name } = await recordOf(owner);
    expect((await owner.post(ACCOUNT_API.deletionProof, { name })).json.code).toBe(refusal);
    const set = await owner.post(ACCOUNT_API.password, { password: NEW_PASSWORD });
    expect(set.json.code).toBe('DECIDE_FIRST');
    expect((await decide(owner, 'take-back')).status).toBe(200);
    expect(await findRows(app.db, 'users', ['email'], { id })).toEqual([{ email }]);
    for (const left of ['passwords', 'passkeys'] as const)
      expect(await findRows(app.db, left, ['user_id'], { user_id: id })).toEqual([]);
  },
);

test('reporting a sign-in in a new browser makes the site forget that browser, however long the sign-in took', async () => {
  const { email, record } = await signedInPerson(app);
  app.advance(1);
  const clock = () => {
    app.advance(1);
    return app.deps.clock();
  };
  const ticking = await createApp(createDeps({ ...app.deps, clock }));
  const stranger = createTestClient(ticking, app.deps.origin, '203.0.113.9');
  expect(await signIn(email, PASSWORD, stranger)).toBe('in');
  const known = () => findRows(app.db, 'devices', ['id'], { user_id: record.id });
  expect(await known()).toHaveLength(2);
  await report({ email });
  expect(await known()).toHaveLength(1);
});
