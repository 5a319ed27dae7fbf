import { describe, expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { interruptible } from '#server/testing/interrupted-database.ts';
import { proveByPasskey, withPasskey } from '#server/testing/passkeys.ts';
import { mailedResetToken, PASSWORD, signedInPerson, withCookiesOf } from '#server/testing/people.ts';
import { type Actor, PROVED_ACTIONS, type ProvedAction } from '#server/testing/proved-actions.ts';
import { withSecondStep } from '#server/testing/second-step.ts';
import { openSharedSocialSite } from '#server/testing/social-site.ts';
import { snapshotTables } from '#server/testing/stored-rows.ts';
import { TEST_ORIGIN } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';
import { closeAccount } from './closed-accounts.ts';

/**
 * A thief's session, proved, is ended while its request is under way: after the request was looked at, before it does anything. On
 * PostgreSQL that is another process; whatever was read before counts for nothing.
 */
const app = await openSharedSocialSite();
const { db, beforeTransaction, hasHappened } = interruptible(app.anotherDb());
const server = await createApp(createDeps({ ...app.deps, db }));

type Thief = Actor & { readonly recoveryCodes: readonly string[] };

/** Somebody at a browser of the server that is interrupted, proved a moment ago. */
async function provedActor({ needs }: ProvedAction): Promise<Thief> {
  const person = await signedInPerson(app);
  const browser = withCookiesOf(person.browser, createTestClient(server, TEST_ORIGIN, '198.51.100.251'));
  if (needs === 'an app') {
    const { recoveryCodes } = await withSecondStep(app, person);
    const [first, second, ...rest] = recoveryCodes;
    await browser.post(ACCOUNT_API.proof, { password: PASSWORD, code: first });
    return { ...person, browser, code: second, recoveryCodes: rest };
  }
  const key = await withPasskey(person);
  await proveByPasskey(key, browser);
  return { ...person, browser, keyId: key.id, recoveryCodes: key.recoveryCodes };
}

/** The owner signs in somewhere else. */
async function signInElsewhere({ email, recoveryCodes }: Thief): Promise<TestClient> {
  const browser = app.browser();
  const { status } = await browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  const code = recoveryCodes.at(-1);
  if (status === 202) await browser.post(SECOND_STEP_API.signIn, { code, trust: false });
  return browser;
}

const RESET = 'a reset by the mailed link';
/** What ends the session, got ready before the request. */
const ENDS: Readonly<Record<string, (thief: Thief) => Promise<() => Promise<unknown>>>> = {
  [RESET]: async ({ email, recoveryCodes }) => {
    const token = await mailedResetToken(app, email);
    const [code] = recoveryCodes;
    return () => app.browser().post(ACCOUNT_API.reset, { token, password: 'of the owner', code });
  },
  'signing out everywhere else': async (thief) => {
    const owner = await signInElsewhere(thief);
    await owner.post(ACCOUNT_API.proof, { password: PASSWORD, code: thief.recoveryCodes.at(-2) });
    return () => owner.post(ACCOUNT_API.endSessions, {});
  },
  'the closing of the account': async ({ email }) => {
    return () => closeAccount(app.deps, email, 'security', { actor: 'operator' });
  },
};

describe.each(PROVED_ACTIONS)('who is about to $name', (action) => {
  const ends = Object.entries(ENDS).filter(([name]) => name !== RESET || action.isFrozen === undefined);

  test.each(ends)('[A-62] does not, after %s', async (_, prepareEnd) => {
    for (let transaction = 0; ; transaction++) {
      const thief = await provedActor(action);
      const about = (await action.begin?.(app, thief)) ?? '';
      const end = await prepareEnd(thief);
      let after: unknown;
      beforeTransaction(transaction, async () => {
        await end();
        after = await snapshotTables(app.db);
      });
      const answer = await action.act({ ...app, db }, thief, about);
      if (!hasHappened()) {
        expect([answer, transaction > 0], 'with no end, it is done').toEqual(['done', true]);
        return;
      }
      expect(['NOT_SIGNED_IN', 'requires-recent-login'], `${transaction}`).toContain(answer);
      expect(await snapshotTables(app.db)).toEqual(after);
    }
  });
});
