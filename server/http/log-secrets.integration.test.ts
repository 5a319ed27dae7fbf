import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { TABLES } from '#content/data-register.ts';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { EVENTS } from '#features/analytics/contract.ts';
import { visitCounterOf } from '#features/analytics/server/visit-counter.ts';
import { SOCIAL_API } from '#features/social-sign-in/contract.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { proveForDeletion, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';
import { createTestClient } from '#server/testing/test-client.ts';

/** The log must never contain what people or other servers send, even at level `trace`. */
const EMAIL = 'asha.secret@hidden-place.example';
const OTHER_EMAIL = 'ravi.unknown@hidden-place.example';
const PASSWORD = 'a password nobody may read';
const WRONG_PASSWORD = 'a guess nobody may read';
const MESSAGE = 'words that are for few';
const ABOUT = 'what the profile tells';
const STATE = 'state-of-a-flow-1234567890';
const CODE = 'code-of-a-provider-1234567890';
const DATABASE_PASSWORD = 'pass/of@the:database';

const app = await openTestApp();

test('[P-038] no log line contains data that people have sent, or a secret', async () => {
  const browser = app.browser();
  const secrets = [EMAIL, OTHER_EMAIL, PASSWORD, WRONG_PASSWORD, MESSAGE, ABOUT, STATE, CODE, '198.51.100.'];

  await browser.post(ACCOUNT_API.signUp, { email: EMAIL, password: PASSWORD });
  secrets.push(...browser.cookies.values());
  const link = await app.tokenMailedTo(EMAIL);
  await browser.get(`/auth/verify?token=${link}`);
  await browser.post(ACCOUNT_API.verify, { token: link, [EMAIL]: PASSWORD });
  await browser.post(ACCOUNT_API.verify, { token: link });
  await browser.post(ACCOUNT_API.signIn, { email: EMAIL, password: WRONG_PASSWORD });
  await browser.post(ACCOUNT_API.signIn, { email: OTHER_EMAIL, password: WRONG_PASSWORD });
  const signedIn = await browser.post(ACCOUNT_API.signIn, { email: EMAIL, password: PASSWORD });
  expect(signedIn.status).toBe(200);
  secrets.push(...browser.cookies.values());
  const { token: bearer } = (await browser.get(AUTH_API.token)).json;
  const userPath = pathFor(PRODUCT_API.user, signedIn.json.data.id);
  await browser.get(userPath, { authorization: `Bearer ${bearer}` });
  await browser.get(userPath, { authorization: `Bearer ${bearer}x` });
  await browser.post(PRODUCT_API.saveUser, { about: ABOUT });
  app.advance(1_000);
  await browser.post(ACCOUNT_API.requestReset, { email: EMAIL });
  await browser.post(ACCOUNT_API.requestReset, { email: OTHER_EMAIL });
  const resetLink = await app.tokenMailedTo(EMAIL);
  await browser.post(ACCOUNT_API.reset, { token: resetLink, password: PASSWORD });
  await browser.post(pathFor(FORMS_API.submit, 'contact'), { name: 'Asha', email: EMAIL, message: MESSAGE });
  await browser.post(pathFor(FORMS_API.submit, 'contact'), { email: 'no address', message: MESSAGE });
  await browser.get(`${pathFor(SOCIAL_API.callback, 'google')}?code=${CODE}&state=${STATE}`);
  await browser.get(`${pathFor(SOCIAL_API.callback, 'github')}?error=${CODE}&error_description=${EMAIL}`);
  secrets.push(link, resetLink, bearer, ...app.deps.keyring, DATABASE_PASSWORD);

  const newToken = () => {
    const cause = Object.assign(new Error(`Key (email)=(${EMAIL}) already exists: /x?token=${link}`), {
      ...{ detail: `Key (email)=(${EMAIL})`, parameters: [PASSWORD] },
    });
    const told = `${EMAIL} with Bearer ${bearer}: postgres://site:${DATABASE_PASSWORD}@db.example/site`;
    throw Object.assign(new Error(told, { cause }), { body: PASSWORD, email: EMAIL });
  };
  const broken = await createApp(createDeps({ ...app.deps, newToken }));
  const visitor = createTestClient(broken, TEST_ORIGIN, '198.51.100.1');
  expect((await visitor.post(ACCOUNT_API.signUp, { email: EMAIL, password: PASSWORD })).status).toBe(500);

  const lines = app.logLines();
  expect(lines.filter((line) => line.includes('"request failed"'))).toHaveLength(1);
  const found = secrets.filter((secret) => secret !== '' && lines.some((line) => line.includes(secret)));
  expect(found).toEqual([]);
  expect(lines.filter((line) => line.includes('hidden-place'))).toEqual([]);
});

test('[P-037] no database table contains the IP address of a person who signs up, sends a message, views pages or deletes the account', async () => {
  const person = await signedInPerson(app);
  const { browser, email } = person;
  await browser.post(PRODUCT_API.saveUser, { about: ABOUT });
  await browser.post(ACCOUNT_API.requestReset, { email });
  for (const from of [browser, app.browser()])
    await from.post(pathFor(FORMS_API.submit, 'contact'), { name: 'Asha', email, message: MESSAGE });
  await browser.post(EVENTS, { events: [{ kind: 'view', path: '/' }] }, { 'user-agent': 'Firefox/153.0' });
  await visitCounterOf(app.deps).flush();
  const stored = async () => {
    const tables = Object.keys(TABLES).map((name) => sql`select * from ${sql.table(name)}`.execute(app.db));
    return JSON.stringify((await Promise.all(tables)).map(({ rows }) => rows));
  };
  expect(await stored(), 'the search finds what is there').toContain(email);
  expect(await stored()).not.toContain('198.51.100.');
  await proveForDeletion(person);
  await browser.delete(pathFor(PRODUCT_API.user, person.record.id));
  expect(await stored()).not.toContain('198.51.100.');
});
