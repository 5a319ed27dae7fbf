import { pbkdf2 } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { TOO_BUSY } from '#features/accounts/refusals.ts';
import { ConflictError } from '#server/database/errors.ts';
import { newAddress, PASSWORD, resetPassword, signedInPerson } from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestAnswer } from '#server/testing/test-client.ts';
import { freshSalt, hashPassword, MOST_WAITING_HASHES, storePassword } from './passwords.ts';

const COMMON = 'Password1';

const app = await openTestApp();
const lenient = await openTestApp({ REFUSE_COMMON_PASSWORDS: 'off' });

test.each<[string, (password: string) => Promise<TestAnswer>]>([
  ['at sign-up', (password) => app.browser().post(ACCOUNT_API.signUp, { email: newAddress(), password })],
  [
    'when confirming',
    async (password) => {
      const email = newAddress();
      await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
      return app.browser().post(ACCOUNT_API.verify, { token: await app.tokenMailedTo(email), password });
    },
  ],
  ['at a reset', async (password) => resetPassword(app, (await signedInPerson(app)).email, password)],
  [
    'when it is changed',
    async (password) => {
      const { browser } = await signedInPerson(app);
      await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
      return browser.post(ACCOUNT_API.password, { password });
    },
  ],
])('[V6.2.4] by default a common password is refused %s', async (_, choose) => {
  expect((await choose(COMMON)).json).toMatchObject({
    code: 'FIELDS_NOT_VALID',
    fields: [{ field: 'password', message: SCHEMA_ERRORS.PASSWORD_COMMON }],
  });
});

test('with the setting off a common password is taken', async () => {
  const answer = await lenient.browser().post(ACCOUNT_API.signUp, { email: newAddress(), password: COMMON });
  expect(answer.status).toBe(200);
});

test('who has a common password goes on signing in and proves with it', async () => {
  const { email, record } = await signedInPerson(app);
  await app.db
    .updateTable('passwords')
    .set({ hash: await hashPassword(COMMON, freshSalt()) })
    .where('user_id', '=', record.id)
    .execute();
  const browser = app.browser();
  expect((await browser.post(ACCOUNT_API.signIn, { email, password: COMMON })).status).toBe(200);
  expect((await browser.post(ACCOUNT_API.proof, { password: COMMON })).status).toBe(200);
});

test('another try after a conflict makes no other hash of the password while its salt stays', async () => {
  const [email, hashes] = [newAddress(), new Set<string>()];
  let tries = 0;
  await storePassword(app.deps, { emailOf: () => email, password: PASSWORD }, async (_, hash) => {
    hashes.add(hash);
    tries += 1;
    if (tries < 3) throw new ConflictError();
  });
  expect([tries, hashes.size]).toEqual([3, 1]);
});

/** Of Node's pool, in which passwords are hashed. */
const THREADS = 4;

/** Keeps the pool busy, so that every hash has to wait. */
function occupyPool(): Promise<unknown> {
  const work = promisify(pbkdf2);
  return Promise.all(Array.from({ length: THREADS }, () => work('x', 'salt', 300_000, 64, 'sha512')));
}

test('of 200 people who sign in at one moment, those who would wait for long are asked to come back in some seconds', async () => {
  const app = await openTestApp();
  const busy = occupyPool();
  const signIn = () => app.browser().post(ACCOUNT_API.signIn, { email: newAddress(), password: PASSWORD });
  const answers = await Promise.all(Array.from({ length: 200 }, signIn));
  await busy;
  const [refused, served] = [503, 401].map((code) => answers.filter(({ status }) => status === code));
  expect(served?.length).toBeGreaterThanOrEqual(MOST_WAITING_HASHES);
  expect(served?.length).toBeLessThanOrEqual(MOST_WAITING_HASHES + THREADS);
  expect(refused).toHaveLength(200 - (served?.length ?? 0));
  expect(refused?.[0]?.json).toMatchObject({ code: 'TOO_BUSY', message: TOO_BUSY.message });
  expect(refused?.[0]?.headers.get('retry-after')).toBe('5');
  expect(app.logLines().filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test('whoever leaves before their turn costs no hash', async () => {
  const app = await openTestApp();
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.server.close());
  const { port } = app.server.server.address() as AddressInfo;
  const busy = occupyPool();
  const send = async (email: string): Promise<Socket> => {
    const body = JSON.stringify({ email, password: PASSWORD });
    const [arrived, socket] = [once(app.server.server, 'request'), connect(port, '127.0.0.1')];
    socket.write(
      `POST ${ACCOUNT_API.signUp} HTTP/1.1\r\nHost: site.localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await arrived;
    return socket;
  };
  const [left, stayed] = [newAddress(), newAddress()];
  // More than are hashed at one time: their turn comes when the pool is free.
  for (let before = 0; before < THREADS; before++) await send(newAddress());
  const [leaving, staying] = [await send(left), await send(stayed)];
  leaving.destroy();
  const [answer] = await once(staying, 'data');
  expect(String(answer)).toContain('HTTP/1.1 200');
  await busy;
  const stored = app.db.selectFrom('sign_ups').select('email').where('email', 'in', [left, stayed]);
  expect(await stored.execute()).toEqual([{ email: stayed }]);
});
