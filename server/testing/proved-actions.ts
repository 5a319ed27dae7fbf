import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { SOCIAL_API } from '#features/social-sign-in/contract.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { totpOf } from '#features/two-step/server/totp.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import { readCredentials } from '#features/undo-changes/server/credentials.ts';
import { YOUR_DATA_API } from '#features/your-data/contract.ts';
import { findRows, insertRow } from '#server/database/rows.ts';
import { createAuthenticator } from './passkeys.ts';
import { newAddress, type Person } from './people.ts';
import { socialSignIn } from './social-site.ts';
import type { TestApp } from './test-app.ts';
import type { TestAnswer } from './test-client.ts';

export type Actor = Person & {
  readonly keyId?: string | undefined;
  readonly password?: string | undefined;
  readonly code?: string | undefined;
};

export type ProvedAction = {
  readonly name: string;
  readonly needs?: 'a passkey' | 'an app' | 'no app' | 'a guard';
  /**
   * Whether the account is frozen during the action. Access to the mailbox alone does not prove the identity of a frozen
   * account's owner.
   */
  readonly isFrozen?: true;
  readonly begin?: (app: TestApp, actor: Actor) => Promise<string>;
  /** Returns `done`, or the code of the refusal. */
  readonly act: (app: TestApp, actor: Actor, about: string) => Promise<string>;
};

const codeOf = async (answer: Promise<TestAnswer>): Promise<string> => {
  const { status, json, text } = await answer;
  return status === 200 ? 'done' : (json?.code ?? text);
};

const post =
  (path: string, bodyOf: (actor: Actor, about: string) => object = () => ({})): ProvedAction['act'] =>
  (_, actor, about) =>
    codeOf(actor.browser.post(path, bodyOf(actor, about)));

export const PROVED_ACTIONS: readonly ProvedAction[] = [
  { name: 'set a password', act: post(ACCOUNT_API.password, () => ({ password: 'another password' })) },
  { name: 'add a passkey', act: (_, { browser }) => addPasskey(browser) },
  {
    name: 'name a passkey',
    needs: 'a passkey',
    act: post(PASSKEY_API.rename, ({ keyId }) => ({ id: keyId, name: 'Mine' })),
  },
  {
    name: 'remove a passkey',
    needs: 'a passkey',
    begin: linkedBefore,
    act: post(PASSKEY_API.remove, ({ keyId }) => ({ id: keyId })),
  },
  { name: 'begin with an app', needs: 'no app', act: post(SECOND_STEP_API.begin) },
  {
    name: 'turn an app on',
    needs: 'no app',
    act: async ({ deps }, { browser }) => {
      const { secret = 'JBSWY3DPEHPK3PXP' } = (await browser.post(SECOND_STEP_API.begin)).json;
      const code = totpOf(secret).generate({ timestamp: deps.clock().getTime() });
      return codeOf(browser.post(SECOND_STEP_API.confirm, { code }));
    },
  },
  { name: 'renew the recovery codes', needs: 'a guard', act: post(SECOND_STEP_API.recoveryCodes) },
  {
    name: 'turn the app off',
    needs: 'an app',
    act: post(SECOND_STEP_API.off, ({ code = '000000' }) => ({ code })),
  },
  {
    name: 'connect a provider',
    act: async (_, { browser }) => {
      const { outcome } = await socialSignIn(browser, 'github', { email: newAddress() }, { purpose: 'link' });
      return outcome === 'proved' ? 'done' : outcome;
    },
  },
  {
    name: 'disconnect a provider',
    begin: linkedBefore,
    act: post(SOCIAL_API.unlink, () => ({ provider: 'github' })),
  },
  { name: 'sign out everywhere else', act: post(ACCOUNT_API.endSessions) },
  { name: 'ask for another address', act: post(ADDRESS_CHANGE_API.ask, () => ({ email: newAddress() })) },
  { name: 'download the data', act: post(YOUR_DATA_API.export) },
  {
    name: 'take back an agreement',
    needs: 'a guard',
    act: post(YOUR_DATA_API.withdraw, () => ({ id: 'none' })),
  },
  { name: 'keep a change', ...contested('keep') },
  { name: 'take a change back', ...contested('take-back') },
  {
    name: 'delete the account',
    act: async (_, { browser, record: { id, name }, password }) => {
      await browser.post(ACCOUNT_API.deletionProof, { name, password });
      return codeOf(browser.delete(pathFor(PRODUCT_API.user, id)));
    },
  },
];

async function addPasskey(browser: Person['browser']): Promise<string> {
  const asked = await browser.post(PASSKEY_API.options, { purpose: 'add' });
  if (asked.status !== 200) return asked.json.code;
  const answer = createAuthenticator().make(asked.json.options);
  return codeOf(browser.post(PASSKEY_API.add, { answer }));
}

/** The last way to sign in cannot be removed, so a provider is connected first. */
async function linkedBefore({ db, deps }: TestApp, { record: { id } }: Actor): Promise<string> {
  const created_at = deps.clock().toISOString();
  const row = { provider: 'github', account_id: `of ${id}`, user_id: id, created_at } as const;
  const linked = await findRows(db, 'provider_accounts', ['user_id'], { account_id: row.account_id });
  if (linked.length === 0) await insertRow(db, 'provider_accounts', row);
  return id;
}

function contested(decision: 'keep' | 'take-back') {
  const act = post(CHANGES_API.decide, (_, id) => ({ id, decision }));
  return { isFrozen: true, begin: contestedBefore, act } as const;
}

/** Stores a contested change in the database, because contesting it through the site would end the session. */
async function contestedBefore({ db, deps }: TestApp, { record }: Actor): Promise<string> {
  const [id, at] = [deps.newId(), deps.clock().toISOString()];
  const before = JSON.stringify(await readCredentials(deps, db, record.id));
  await insertRow(db, 'account_changes', {
    ...{ id, user_id: record.id, kind: 'device', detail: '', before, token_hash: id },
    ...{ created_at: at, contested_at: at, kept_at: null, former_email: null },
  });
  return id;
}
