import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';

/** Attempts to go on using a right that was lost while the request was under way. */
const ATTACKER = 'what the attacker set';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

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

async function resetPassword(email: string, password: string) {
  app.advance(1_000);
  await app.browser().post(ACCOUNT_API.requestReset, { email });
  return app.browser().post(ACCOUNT_API.reset, { token: await app.tokenMailedTo(email), password });
}

describe('a request whose body comes late', () => {
  test('cannot write the record of, nor read it from, the owner who confirmed meanwhile', async () => {
    const [email, attacker, owner] = [newAddress(), app.browser(), app.browser()];
    await attacker.post(ACCOUNT_API.signUp, { email, password: ATTACKER });
    const answer = await sendSlowly(attacker, PRODUCT_API.saveUser, { name: 'Mallory' }, async () => {
      await owner.post(ACCOUNT_API.verify, { token: await app.tokenMailedTo(email), password: PASSWORD });
      await owner.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
      await owner.post(PRODUCT_API.saveUser, { about: 'a secret' });
    });
    // What the attacker sees is the sign-up that they typed.
    expect(answer.json.data).toMatchObject({ name: 'Mallory', about: '', email_verified: false });
    const { data } = (await owner.get(ACCOUNT_API.session)).json;
    expect(data).toMatchObject({ name: email.split('@')[0], about: 'a secret' });
  });

  test('cannot use a session that a reset has ended', async () => {
    const { email, browser, record } = await signedInPerson(app);
    const paths = [PRODUCT_API.saveUser, pathFor(PRODUCT_API.saveUserById, record.id)];
    for (const [round, path] of paths.entries()) {
      const password = `new password ${round}`;
      const answer = await sendSlowly(browser, path, { name: 'Mallory' }, () =>
        resetPassword(email, password),
      );
      expect(answer.status).toBe(401);
      const signIn = await browser.post(ACCOUNT_API.signIn, { email, password });
      expect(signIn.json.data.name).toBe(record.name);
    }
  });
});

describe('races', () => {
  test('a save under way during the confirmation is in the account, or is refused', async () => {
    for (let round = 0; round < 8; round++) {
      const [email, browser] = [newAddress(), app.browser()];
      await browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
      const token = await app.tokenMailedTo(email);
      const same = app.browser();
      for (const [name, value] of browser.cookies) same.cookies.set(name, value);
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

  test('a sign-in with the old password, under way during a reset, leaves no session behind', async () => {
    for (let round = 0; round < 6; round++) {
      const { email } = await signedInPerson(app);
      app.advance(1_000);
      await app.browser().post(ACCOUNT_API.requestReset, { email });
      const token = await app.tokenMailedTo(email);
      const thieves = Array.from({ length: 6 }, () => app.browser());
      const [reset] = await Promise.all([
        app.browser().post(ACCOUNT_API.reset, { token, password: 'the new password' }),
        ...thieves.map((thief) => thief.post(ACCOUNT_API.signIn, { email, password: PASSWORD })),
      ]);
      expect(reset.status).toBe(200);
      for (const thief of thieves) expect((await thief.get(ACCOUNT_API.session)).json.data).toBeNull();
    }
    expect(app.logLines().filter((line) => /"level":"error"/.test(line))).toEqual([]);
  });
});
