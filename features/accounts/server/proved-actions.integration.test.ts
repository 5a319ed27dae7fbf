import type { Transaction } from 'kysely';
import { expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { createApp, createDeps } from '#server/app.ts';
import type { Schema } from '#server/database/schema.ts';
import { proveByPasskey, withPasskey } from '#server/testing/passkeys.ts';
import { PASSWORD, signedInPerson, withCookiesOf } from '#server/testing/people.ts';
import { type Actor, PROVED_ACTIONS, type ProvedAction } from '#server/testing/proved-actions.ts';
import { withSecondStep } from '#server/testing/second-step.ts';
import { openSiteOfIssuer } from '#server/testing/social-site.ts';
import { snapshotTables } from '#server/testing/stored-rows.ts';
import { TEST_ORIGIN } from '#server/testing/test-app.ts';
import { createTestClient } from '#server/testing/test-client.ts';
import { endAllSessions } from './sessions.ts';

/**
 * These tests end a thief's session, which has a valid proof of identity, after the request was checked but before its
 * transaction begins. The action must then be refused.
 */
const app = await openSiteOfIssuer();
const real = app.anotherDb();
/** Runs right before a transaction begins, so that data read earlier is out of date. `ahead`: transactions to skip. */
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

/** A person who has just proved their identity, in a browser that talks to the interruptible server. */
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
