import { pbkdf2 } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { TOO_BUSY } from '#features/accounts/refusals.ts';
import { ConflictError } from '#server/database/errors.ts';
import { mailedResetToken, newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openOwnApp, openSharedApp } from '#server/testing/test-app.ts';
import type { TestAnswer } from '#server/testing/test-client.ts';
import { freshSalt, hashPassword, MOST_WAITING_HASHES, saltOf, storePassword } from './passwords.ts';

const COMMON = 'Password1';

const app = await openSharedApp();
const lenient = await openSharedApp({ REFUSE_COMMON_PASSWORDS: 'off' });

const REFUSED = {
  code: 'FIELDS_NOT_VALID',
  fields: [{ field: 'password', message: SCHEMA_ERRORS.PASSWORD_COMMON }],
};
const expectRefused = ({ json }: TestAnswer) => expect(json).toMatchObject(REFUSED);

test('[V6.2.4] by default a common password is refused at sign-up, whoever has the address', async () => {
  const { email } = await signedInPerson(app);
  for (const address of [email, newAddress()])
    expectRefused(await app.browser().post(ACCOUNT_API.signUp, { email: address, password: COMMON }));
});

test('by default a common password is refused when confirming, and the link stays good', async () => {
  const email = newAddress();
  await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  const token = await app.tokenMailedTo(email);
  const confirm = (password: string) => app.browser().post(ACCOUNT_API.verify, { token, password });
  expectRefused(await confirm(COMMON));
  expect((await confirm(PASSWORD)).status).toBe(200);
});

test('by default a common password is refused at a reset, and the link stays good', async () => {
  const { email } = await signedInPerson(app);
  const token = await mailedResetToken(app, email);
  const reset = (password: string) => app.browser().post(ACCOUNT_API.reset, { token, password });
  expectRefused(await reset(COMMON));
  expect((await reset('another password')).status).toBe(200);
});

test('by default a common password is refused when it is changed', async () => {
  const { browser } = await signedInPerson(app);
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  expectRefused(await browser.post(ACCOUNT_API.password, { password: COMMON }));
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

/** Stores a password at these addresses, one after the other, with a conflict before the last; the hash of each try. */
async function hashesOf(...emails: readonly string[]) {
  const hashes: string[] = [];
  const emailOf = () => emails[hashes.length] ?? '';
  await storePassword(app.deps, { emailOf, password: PASSWORD }, async (_, hash) => {
    hashes.push(hash);
    if (hashes.length < emails.length) throw new ConflictError();
  });
  return hashes;
}

test('another try after a conflict makes no other hash of the password while its salt stays', async () => {
  const email = newAddress();
  expect(new Set(await hashesOf(email, email, email)).size).toBe(1);
});

test('another try after the address has changed takes the salt of the address that it is now', async () => {
  const [one, two] = [await signedInPerson(app), await signedInPerson(app)];
  const hashes = await hashesOf(one.email, two.email);
  const saltAt = async ({ record }: typeof one) =>
    saltOf(
      (
        await app.db
          .selectFrom('passwords')
          .select('hash')
          .where('user_id', '=', record.id)
          .executeTakeFirstOrThrow()
      ).hash,
    );
  expect(hashes.map((hash) => saltOf(hash))).toEqual([await saltAt(one), await saltAt(two)]);
});

/** Of Node's pool, in which passwords are hashed. */
const THREADS = 4;

/** Keeps the pool busy, so that every hash has to wait. */
function occupyPool(): Promise<unknown> {
  const work = promisify(pbkdf2);
  return Promise.all(Array.from({ length: THREADS }, () => work('x', 'salt', 300_000, 64, 'sha512')));
}

test('of 200 people who sign in at one moment, those who would wait for long are asked to come back in some seconds', async () => {
  const app = await openOwnApp();
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
  const app = await openOwnApp();
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
