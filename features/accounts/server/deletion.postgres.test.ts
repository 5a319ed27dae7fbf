import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { FORM_DEFINITIONS } from '#features/forms/server/form-definitions.ts';
import { releaseSubmission } from '#features/forms/server/mark-submissions.ts';
import { findRow, findRows } from '#server/database/rows.ts';
import { notificationId } from '#server/mail/outbox.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { PASSWORD, proveForDeletion, recordOf, signedInPerson } from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { testOnSqlite } from '#server/testing/test-on-sqlite.ts';

const app = await openTestApp();

const send = (from: TestClient, email: string, message: string) =>
  from.post(pathFor(FORMS_API.submit, 'contact'), { name: 'Asha', email, message });

testOnSqlite(
  '[P-085] deleting an account also deletes messages sent from its address while signed out, and nobody else’s messages',
  async () => {
    const asha = await signedInPerson(app);
    const ravi = await signedInPerson(app);
    const stranger = app.browser();
    await send(asha.browser, asha.email, 'signed in');
    await send(stranger, asha.email.toUpperCase(), 'signed out');
    await send(stranger, ravi.email, 'of another address');
    await send(ravi.browser, asha.email, 'of another account');
    await proveForDeletion(asha);
    expect((await asha.browser.delete(pathFor(PRODUCT_API.user, asha.record.id))).status).toBe(200);
    const left = await app.db
      .selectFrom('submissions')
      .select(['id', 'message'])
      .orderBy('message')
      .execute();
    expect(left.map(({ message }) => message)).toEqual(['of another account', 'of another address']);
    const mails = await findRows(app.db, 'outbox', ['id'], { kind: 'form-notification' });
    expect(mails.map(({ id }) => id).sort()).toEqual(left.map(({ id }) => notificationId(id)).sort());
  },
);

testOnSqlite('[P-086] a deletion that fails half-way deletes nothing', async () => {
  const { browser, email, record } = await signedInPerson(app);
  await send(browser, email, 'kept');
  await browser.post(ACCOUNT_API.deletionProof, { name: record.name, password: PASSWORD });
  // The deletion writes to `audit` last, so it fails at the end.
  await sql`alter table audit rename to audit_away`.execute(app.db);
  const failed = await browser.delete(pathFor(PRODUCT_API.user, record.id));
  await sql`alter table audit_away rename to audit`.execute(app.db);
  expect(failed.status).toBe(500);
  const { messages, ...left } = await recordOf(browser);
  expect(left).toEqual({ ...record, messages: undefined });
  expect(messages.map(({ message }) => message)).toEqual(['kept']);
});

test('a deletion that runs at the same time as other requests leaves no data of the person behind, and no request fails', async () => {
  const statuses = new Set<number>();
  for (let round = 0; round < 4; round++) {
    const { email, browser, record } = await signedInPerson(app);
    await browser.post(ACCOUNT_API.deletionProof, { name: record.name, password: PASSWORD });
    app.advance(1_000);
    await app.browser().post(ACCOUNT_API.requestReset, { email });
    const token = await app.tokenMailedTo(email);
    const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = { cookie: cookies };
    const stranger = () => app.browser();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => stranger().post(ACCOUNT_API.requestReset, { email })),
      stranger().post(ACCOUNT_API.reset, { token, password: 'a new password' }),
      stranger().post(ACCOUNT_API.signIn, { email, password: PASSWORD }),
      stranger().post(ACCOUNT_API.signUp, { email, password: 'of a stranger' }),
      stranger().post(ACCOUNT_API.signUp, { email, password: 'of another' }),
      stranger().post(PRODUCT_API.saveUser, { about: 'late' }, own),
      stranger().delete(pathFor(PRODUCT_API.user, record.id), own),
      app.mailsTo(email),
    ]);
    for (const answer of answers) if ('status' in answer) statuses.add(answer.status);
    // If the reset ran first, it ended the session that requested the deletion. The account then still exists.
    const isThere = await findRow(app.db, 'users', ['id'], { id: record.id });
    if (isThere !== undefined) continue;
    for (const table of ['passwords', 'reset_links', 'sessions', 'submissions', 'outbox'] as const) {
      const rows = await app.db
        .selectFrom(table)
        .select('user_id')
        .where('user_id', '=', record.id)
        .execute();
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
}, 60_000);

test('a deletion that is requested twice at once deletes the account once and sends one mail', async () => {
  const person = await signedInPerson(app);
  await proveForDeletion(person);
  const path = pathFor(PRODUCT_API.user, person.record.id);
  const answers = await Promise.all([1, 2].map(() => person.browser.delete(path)));
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect((await app.mailsTo(person.email)).map(({ kind }) => kind)).toEqual(['account-deleted']);
});

test('a message sent, or released from quarantine, while its sender’s account is being deleted does not stay linked to the account', async () => {
  const release = { ...app.deps, forms: FORM_DEFINITIONS, notifyTo: 'desk@example.com' };
  for (let round = 0; round < 4; round++) {
    const { browser, record } = await signedInPerson(app);
    const [caught, ...letters] = Array.from({ length: 9 }, newMessage);
    await browser.post('/f/contact', { ...caught, _gotcha: 'x' });
    await browser.post(ACCOUNT_API.deletionProof, { name: record.name, password: PASSWORD });
    const quarantined = await findRow(app.db, 'submissions', ['id'], { user_id: record.id });
    const [deleted, , ...answers] = await Promise.all([
      browser.delete(pathFor(PRODUCT_API.user, record.id)),
      releaseSubmission(release, quarantined?.id ?? '', { actor: 'operator' }),
      ...letters.map((letter) => browser.post('/f/contact', letter)),
    ]);
    expect(deleted.status).toBe(200);
    expect(answers.map(({ status }) => status)).toEqual(letters.map(() => 200));
    for (const table of ['submissions', 'outbox'] as const) {
      const rows = await app.db.selectFrom(table).select('id').where('user_id', '=', record.id).execute();
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
    // A message stored after the deletion belongs to no account and still reaches the operator.
    for (const { email } of letters) {
      const kept = await findRows(app.db, 'submissions', ['id'], { email });
      const mails = await app.mailsTo('hello@example.com');
      expect(mails.filter(({ text }) => text.includes(email))).toHaveLength(kept.length);
    }
  }
}, 60_000);
