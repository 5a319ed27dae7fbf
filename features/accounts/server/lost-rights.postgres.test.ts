import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import {
  newAddress,
  PASSWORD,
  recordOf,
  resetPassword,
  signedInPerson,
  withCookiesOf,
} from '#server/testing/people.ts';
import { openSharedApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';

/** Attempts to go on using a right that was lost while the request was under way. */
const ATTACKER = 'what the attacker set';

const app = await openSharedApp();

/** Sends the headers, waits for `meanwhile`, then sends the body. */
function sendSlowly(browser: TestClient, path: string, body: unknown, meanwhile: () => Promise<unknown>) {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  let isFirst = true;
  const stream = new ReadableStream({
    async pull(controller) {
      if (isFirst) {
        isFirst = false;
        controller.enqueue(bytes.subarray(0, 1));
        return;
      }
      await meanwhile();
      controller.enqueue(bytes.subarray(1));
      controller.close();
    },
  });
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    body: stream,
    duplex: 'half',
    headers: {
      'content-type': 'application/json',
      'content-length': String(bytes.length),
      origin: app.deps.origin,
      'x-api-key': app.deps.settings.publicApiKey,
    },
  };
  return browser.send(path, init);
}

test('a request whose body comes late cannot write the record of, nor read it from, the owner who confirmed meanwhile', async () => {
  const [email, attacker, owner] = [newAddress(), app.browser(), app.browser()];
  await attacker.post(ACCOUNT_API.signUp, { email, password: ATTACKER });
  const answer = await sendSlowly(attacker, PRODUCT_API.saveUser, { name: 'Mallory' }, async () => {
    await owner.post(ACCOUNT_API.verify, { token: await app.tokenMailedTo(email), password: PASSWORD });
    await owner.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
    await owner.post(PRODUCT_API.saveUser, { about: 'a secret' });
  });
  // What the attacker sees is the sign-up that they typed.
  expect(answer.json.data).toMatchObject({ name: 'Mallory', about: '', email_verified: false });
  expect(await recordOf(owner)).toMatchObject({ name: email.split('@')[0], about: 'a secret' });
});

test('[A-41] a request whose body comes late cannot use a session that a reset has ended', async () => {
  const { email, browser, record } = await signedInPerson(app);
  const paths = [PRODUCT_API.saveUser, pathFor(PRODUCT_API.saveUserById, record.id)];
  for (const [round, path] of paths.entries()) {
    const password = `new password ${round}`;
    const answer = await sendSlowly(browser, path, { name: 'Mallory' }, () =>
      resetPassword(app, email, password),
    );
    expect(answer.status).toBe(401);
    const signIn = await browser.post(ACCOUNT_API.signIn, { email, password });
    expect(signIn.json.data.name).toBe(record.name);
  }
});

test('a save under way during the confirmation is in the account, or is refused', async () => {
  for (let round = 0; round < 8; round++) {
    const [email, browser] = [newAddress(), app.browser()];
    await browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
    const token = await app.tokenMailedTo(email);
    const same = withCookiesOf(browser, app.browser());
    let saved = '';
    let isOver = false;
    const saves = async () => {
      for (let time = 0; !isOver; time++) {
        await nextTurn();
        const answer = await same.post(PRODUCT_API.saveUser, { about: `save ${time}` });
        if (answer.status === 200) saved = answer.json.data.about;
        else expect(answer.status).toBe(401);
      }
    };
    const confirm = async () => {
      const answer = await browser.post(ACCOUNT_API.verify, { token }).finally(() => {
        isOver = true;
      });
      expect(answer.status).toBe(200);
    };
    await Promise.all([saves(), confirm()]);
    const signIn = await browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
    expect(signIn.json.data.about).toBe(saved);
  }
});
