import type { Transaction } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { findRows } from '#server/database/rows.ts';
import type { Schema } from '#server/database/schema.ts';
import { proveByPasskey, signInByPasskey, withPasskey } from '#server/testing/passkeys.ts';
import {
  newAddress,
  PASSWORD,
  type Person,
  pressNotMe,
  recordOf,
  signedInPerson,
  toldToken,
  withCookiesOf,
  withSecondStep,
} from '#server/testing/people.ts';
import { type Actor, PROVED_ACTIONS, type ProvedAction } from '#server/testing/proved-actions.ts';
import { openSiteOfIssuer, socialSignIn } from '#server/testing/social-site.ts';
import { snapshotTables } from '#server/testing/stored-rows.ts';
import { TEST_ORIGIN } from '#server/testing/test-app.ts';
import { createTestClient, type TestAnswer, type TestClient } from '#server/testing/test-client.ts';
import { factorsOf } from './factors.ts';
import { endAllSessions } from './sessions.ts';

/** Tests every row of the table “Who proves what” of docs/security.md. */
const app = await openSiteOfIssuer();

/** An account's owner with a new session that has proved nothing, and functions that give each kind of proof. */
type Owner = Person & {
  readonly keyId?: string;
  readonly recoveryCodes: string[];
  readonly show: Partial<Record<Shown, () => Promise<unknown>>>;
};
/** `an old sign-in`: the provider says that the person typed the password there years ago. */
type Shown = 'a first step' | 'an old sign-in' | 'a second step' | 'both steps' | 'a passkey';

const signIn = (browser: TestClient, email: string) =>
  browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
const byPassword = (browser: TestClient) => browser.post(ACCOUNT_API.proof, { password: PASSWORD });
const waysOfPassword = (browser: TestClient) => ({ 'a first step': () => byPassword(browser) });
const waysOfGoogle = (browser: TestClient, email: string) => {
  const signInAgain = (fault: string) =>
    socialSignIn(browser, 'google', { email, fault }, { purpose: 'proof' });
  return { 'a first step': () => signInAgain(''), 'an old sign-in': () => signInAgain('old-login') };
};

async function withPassword() {
  const person = await signedInPerson(app);
  return { ...person, recoveryCodes: [], show: waysOfPassword(person.browser) };
}

async function withGoogle() {
  const [email, browser] = [newAddress(), app.browser()];
  await socialSignIn(browser, 'google', { email });
  return {
    email,
    browser,
    record: await recordOf(browser),
    recoveryCodes: [],
    show: waysOfGoogle(browser, email),
  };
}

async function withPasswordAndPasskey() {
  const person = await signedInPerson(app);
  const key = await withPasskey(person);
  const browser = app.browser();
  await signIn(browser, person.email);
  const touch = () => proveByPasskey(key, browser, { verifiesUser: false });
  const show = {
    ...waysOfPassword(browser),
    'a second step': touch,
    'both steps': async () => {
      await byPassword(browser);
      await touch();
    },
    'a passkey': () => proveByPasskey(key, browser),
  };
  return { ...person, browser, key, keyId: key.id, recoveryCodes: [...key.recoveryCodes], show };
}

async function withPasskeyAlone() {
  const { key, ...person } = await withPasswordAndPasskey();
  await app.db.deleteFrom('passwords').where('user_id', '=', person.record.id).execute();
  await signInByPasskey(key, person.browser);
  return person;
}

async function withPasswordAndApp() {
  const person = await signedInPerson(app);
  const browser = app.browser();
  const after = () => signIn(browser, person.email);
  return withApp(person, browser, after, waysOfPassword(browser));
}

async function withGoogleAndApp() {
  const person = await withGoogle();
  const { email } = person;
  await person.show['a first step']();
  const browser = app.browser();
  const after = () => socialSignIn(browser, 'google', { email });
  return withApp(person, browser, after, waysOfGoogle(browser, email));
}

/** Turns on an authenticator app, and signs in again in a new browser. */
async function withApp(
  person: Person,
  browser: TestClient,
  signInAgain: () => Promise<unknown>,
  first: Owner['show'],
): Promise<Owner> {
  const recoveryCodes = [...(await withSecondStep(app, person)).recoveryCodes];
  await signInAgain();
  await browser.post(SECOND_STEP_API.signIn, { code: recoveryCodes.pop(), trust: false });
  const show = {
    ...first,
    'a second step': () => browser.post(ACCOUNT_API.proof, { code: recoveryCodes.at(-1) }),
    'both steps': async () => {
      // An old sign-in is enough as the first step here, because a second step follows.
      await (first['an old sign-in'] ?? first['a first step'])?.();
      await browser.post(ACCOUNT_API.proof, { code: recoveryCodes.pop() });
    },
  };
  return { ...person, browser, recoveryCodes, show };
}

type Kind = {
  readonly name: string;
  readonly make: () => Promise<Owner>;
  readonly has: readonly ProvedAction['needs'][];
  /** `little`: proofs that are not enough for this kind of account. `enough`: proofs that are enough. */
  readonly little: readonly Shown[];
  readonly enough: readonly Shown[];
};
const PLAIN = { has: ['no app'], enough: ['a first step'] } as const;
const WITH_PASSKEY = {
  has: ['a passkey', 'no app', 'a guard'],
  enough: ['both steps', 'a passkey'],
} as const;
const WITH_APP = { has: ['an app', 'a guard'], enough: ['both steps'] } as const;
const STEPS = ['a first step', 'a second step'] as const;
const KINDS: readonly Kind[] = [
  { name: 'a password only', make: withPassword, ...PLAIN, little: [] },
  { name: 'Google only', make: withGoogle, ...PLAIN, little: ['an old sign-in'] },
  { name: 'a password and a passkey', make: withPasswordAndPasskey, ...WITH_PASSKEY, little: STEPS },
  {
    name: 'a passkey only',
    make: withPasskeyAlone,
    has: WITH_PASSKEY.has,
    little: ['a second step'],
    enough: ['a passkey'],
  },
  { name: 'a password and an app', make: withPasswordAndApp, ...WITH_APP, little: STEPS },
  { name: 'Google and an app', make: withGoogleAndApp, ...WITH_APP, little: ['an old sign-in', ...STEPS] },
];
const actionsOf = ({ has }: Kind) =>
  PROVED_ACTIONS.filter(({ needs }) => needs === undefined || has.includes(needs));
/**
 * Each tried action needs a new owner, which is slow. So only the account with just a password tries all its actions. The other
 * accounts try the first two actions, the deletion, whose code checks the proof separately, and the actions that the account with
 * just a password does not have.
 */
const triedOf = (kind: Kind) =>
  actionsOf(kind).filter(
    ({ name, needs = 'no app' }, at) =>
      kind.make === withPassword || needs !== 'no app' || name === 'delete the account' || at < 2,
  );

/** Error codes for a session whose proof is too weak. */
const TOO_LITTLE = [
  'PROOF_MISSING',
  'proof-expired',
  // This is the error of actions that check the code of the second step themselves.
  'SECOND_STEP_REFUSED',
];

/** Adds what the action itself asks for: the password for a deletion, or a code to turn off the authenticator app. */
function actorOf({ name, enough }: Kind, owner: Owner, shown: Shown | 'nothing'): Actor {
  const hasPassword = name.startsWith('a password');
  return {
    ...owner,
    password: shown === 'a first step' && hasPassword ? PASSWORD : undefined,
    code: shown !== 'nothing' && enough.includes(shown) ? owner.recoveryCodes.pop() : undefined,
  };
}
async function show({ show: ways }: Owner, shown: Shown | 'nothing'): Promise<void> {
  if (shown === 'nothing') return;
  const way = ways[shown];
  if (way === undefined) throw new Error(`no way to show ${shown}`);
  await way();
}

const waysOf = async (userId: string) => [
  await app.db.selectFrom('users').select('email').where('id', '=', userId).execute(),
  await app.db.selectFrom('passwords').selectAll().where('user_id', '=', userId).execute(),
  await app.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', userId).execute(),
  ...(await Promise.all(factorsOf(app.deps).map(({ rows }) => rows?.read(app.db, userId)))),
];

describe.each(KINDS)('an account with $name', (kind) => {
  test.each(['nothing' as const, ...kind.little])(
    '[A-60] refuses every sensitive action and stays unchanged if the recent proof of identity is: %s',
    async (shown) => {
      const owner = await kind.make();
      const actor = actorOf(kind, owner, shown);
      await show(owner, shown);
      // `begin` runs directly before its own action, because it may contest a change, which changes the proofs that are enough.
      for (const action of actionsOf(kind)) {
        const about = (await action.begin?.(app, actor)) ?? '';
        const before = await waysOf(owner.record.id);
        expect(TOO_LITTLE, action.name).toContain(await action.act(app, actor, about));
        expect(await waysOf(owner.record.id), action.name).toEqual(before);
      }
      const user_id = owner.record.id;
      expect(await findRows(app.db, 'address_changes', ['email'], { user_id })).toEqual([]);
    },
  );

  test.each(kind.enough)(
    '[A-61] allows a sensitive action if the recent proof of identity is: %s',
    async (shown) => {
      for (const action of triedOf(kind)) {
        const owner = await kind.make();
        await show(owner, shown);
        const actor = actorOf(kind, owner, shown);
        const about = (await action.begin?.(app, actor)) ?? '';
        expect(await action.act(app, actor, about), action.name).toBe('done');
      }
    },
  );
});

/** These tests end a thief’s session between the check of a request and its transaction. The action must then be refused. */
const real = app.anotherDb();
/** Called once, right before a transaction begins. `ahead` is the number of transactions that begin before that one. */
let interruption: (() => Promise<unknown>) | undefined;
let ahead = 0;
async function execute<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
  if (interruption !== undefined && ahead-- === 0) {
    const happen = interruption;
    interruption = undefined;
    await happen();
  }
  return real.transaction().execute(work);
}
const db = new Proxy(real, {
  get: (target, key) => {
    if (key === 'transaction') return () => ({ execute });
    const value: unknown = Reflect.get(target, key);
    return typeof value === 'function' ? value.bind(target) : value;
  },
});
const server = await createApp(createDeps({ ...app.deps, db }));

/** A person with a fresh proof of identity, in a browser that talks to the interruptible server. */
async function provedActor({ needs }: ProvedAction): Promise<Actor> {
  const person = await signedInPerson(app);
  const browser = withCookiesOf(person.browser, createTestClient(server, TEST_ORIGIN, '198.51.100.251'));
  if (needs === 'an app') {
    const { recoveryCodes } = await withSecondStep(app, person);
    const [first, second] = recoveryCodes;
    await browser.post(ACCOUNT_API.proof, { password: PASSWORD, code: first });
    return { ...person, browser, code: second };
  }
  const key = await withPasskey(person);
  await proveByPasskey(key, browser);
  return { ...person, browser, keyId: key.id };
}

test.each(PROVED_ACTIONS)('[A-62] a person whose session has just ended cannot $name', async (action) => {
  for (let transaction = 0; ; transaction++) {
    const thief = await provedActor(action);
    const about = (await action.begin?.(app, thief)) ?? '';
    let after: unknown;
    ahead = transaction;
    interruption = async () => {
      await endAllSessions(app.deps, thief.record.id, { actor: 'operator' });
      after = await snapshotTables(app.db);
    };
    const answer = await action.act({ ...app, db }, thief, about);
    if (interruption !== undefined) {
      interruption = undefined;
      expect([answer, transaction > 0], 'with no end, it is done').toEqual(['done', true]);
      return;
    }
    expect(['NOT_SIGNED_IN', 'requires-recent-login'], `${transaction}`).toContain(answer);
    expect(await snapshotTables(app.db)).toEqual(after);
  }
});

test('a request to save the profile changes nothing if its session ends meanwhile', async () => {
  const person = await signedInPerson(app);
  const { id, name } = person.record;
  const paths = [PRODUCT_API.saveUser, pathFor(PRODUCT_API.saveUserById, id)];
  for (const path of paths) {
    await signIn(person.browser, person.email);
    const browser = withCookiesOf(person.browser, createTestClient(server, TEST_ORIGIN, '198.51.100.251'));
    ahead = 0;
    interruption = () => endAllSessions(app.deps, id, { actor: 'operator' });
    expect((await browser.post(path, { name: 'Mallory' })).json.code).toBe('NOT_SIGNED_IN');
    expect(await findRows(app.db, 'users', ['name'], { id })).toEqual([{ name }]);
  }
});

/** What a thief adds in a session that has just proved the owner's identity. Returns how the thief then shows the second step. */
const ADDED: [string, (owner: Person) => Promise<(thief: TestClient) => Promise<TestAnswer>>][] = [
  [
    'a passkey',
    async (owner) => {
      const theirs = await withPasskey(owner);
      return (thief) => proveByPasskey(theirs, thief);
    },
  ],
  [
    'new recovery codes',
    async ({ browser }) => {
      const { codes } = (await browser.post(SECOND_STEP_API.recoveryCodes)).json;
      return (thief) => thief.post(ACCOUNT_API.proof, { code: codes[0] });
    },
  ],
];
test.each(ADDED)(
  'a thief who knows the password cannot prove the identity with %s that the owner has reported',
  async (_, add) => {
    const owner = await signedInPerson(app);
    const key = await withPasskey(owner);
    app.advance(1);
    await proveByPasskey(key, owner.browser);
    const showSecond = await add(owner);
    await pressNotMe(app, await toldToken(app, owner.email));
    const thief = app.browser();
    expect((await signIn(thief, owner.email)).status).toBe(200);
    await byPassword(thief);
    expect((await showSecond(thief)).json.code).toBe('ACCOUNT_FROZEN');
    const another = { password: 'another password' };
    expect((await thief.post(ACCOUNT_API.password, another)).json.code).toBe('PROOF_MISSING');
    expect((await proveByPasskey(key, thief)).status, 'the passkey from before').toBe(200);
  },
);
