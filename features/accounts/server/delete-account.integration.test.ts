import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { notificationId } from '#server/mail/outbox.ts';
import { PASSWORD, type Person, recordOf, signedInPerson } from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';

const app = await openTestApp();

const send = (from: TestClient, email: string, message: string) =>
  from.post(pathFor(FORMS_API.submit, 'contact'), { name: 'Asha', email, message });

async function deleteAccountOf({ browser, record }: Person): Promise<void> {
  await browser.post(ACCOUNT_API.deletionProof, { name: record.name, password: PASSWORD });
  expect((await browser.delete(pathFor(PRODUCT_API.user, record.id))).status).toBe(200);
}

test('[P-085] deleting an account takes the messages sent signed out from its address along, and nobody else’s', async () => {
  const asha = await signedInPerson(app);
  const ravi = await signedInPerson(app);
  const stranger = app.browser();
  await send(asha.browser, asha.email, 'signed in');
  await send(stranger, asha.email.toUpperCase(), 'signed out');
  await send(stranger, ravi.email, 'of another address');
  await send(ravi.browser, asha.email, 'of another account');
  await deleteAccountOf(asha);
  const left = await app.db.selectFrom('submissions').select(['id', 'message']).orderBy('message').execute();
  expect(left.map(({ message }) => message)).toEqual(['of another account', 'of another address']);
  const mails = await app.db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'form-notification')
    .execute();
  expect(mails.map(({ id }) => id).sort()).toEqual(left.map(({ id }) => notificationId(id)).sort());
});

test('[P-086] a deletion that fails half-way has deleted nothing', async () => {
  const { browser, email, record } = await signedInPerson(app);
  await send(browser, email, 'kept');
  await browser.post(ACCOUNT_API.deletionProof, { name: record.name, password: PASSWORD });
  // Written last.
  await sql`alter table audit rename to audit_away`.execute(app.db);
  const failed = await browser.delete(pathFor(PRODUCT_API.user, record.id));
  await sql`alter table audit_away rename to audit`.execute(app.db);
  expect(failed.status).toBe(500);
  const { messages, ...left } = await recordOf(browser);
  expect(left).toEqual({ ...record, messages: undefined });
  expect(messages.map(({ message }) => message)).toEqual(['kept']);
});
