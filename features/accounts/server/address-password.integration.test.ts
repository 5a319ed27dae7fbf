import { expect, test } from 'vitest';
import { ConflictError } from '#server/database/errors.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openSharedApp } from '#server/testing/test-app.ts';
import { saltOf, storePassword } from './passwords.ts';

const app = await openSharedApp();

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
