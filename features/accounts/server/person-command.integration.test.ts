import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BRAND } from '#content/brand.ts';
import { ACCOUNT_DELETED_MAIL, ACCOUNT_DELETED_WORDS } from '#content/features/accounts.ts';
import { CLOSED_REASONS } from '#contract/errors.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { ACCOUNT_CLOSED } from '#features/accounts/refusals.ts';
import { hashOfId } from '#server/audit/record-action.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { createTestOperator } from '#server/testing/operators.ts';
import {
  contestedPassword,
  NEW_PASSWORD,
  PASSWORD,
  recordOf,
  signedInPerson,
} from '#server/testing/people.ts';
import { readExport } from '#server/testing/read-zip.ts';
import { linesAbout } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';

const app = await openTestApp();
const run = (...args: string[]) => createTestOperator(app).run('person', ...args);
const signIn = (email: string, password = PASSWORD) =>
  app.browser().post(ACCOUNT_API.signIn, { email, password });

test('[V7.4.5] closing an account signs its owner out; until it is reopened, the right password is refused with the reason', async () => {
  const { browser, email, record } = await signedInPerson(app);
  expect((await run('close', email, '--reason', 'terms')).code).toBe(0);
  expect(await recordOf(browser)).toBeNull();
  const why = { reason: CLOSED_REASONS.terms, email: BRAND.supportEmail };
  const message = filled(ACCOUNT_CLOSED.message, why);
  expect(await signIn(email)).toMatchObject({ status: 403, json: { message } });
  expect((await signIn(email, 'a guess')).json.code).toBe('INVALID_EMAIL_OR_PASSWORD');
  expect((await run('close', email, '--reason', 'terms')).code).toBe(1);
  expect((await run('reopen', email)).code).toBe(0);
  expect((await signIn(email)).json.data).toMatchObject({ id: record.id });
  expect((await run('reopen', email)).code).toBe(1);
});

test('reopening an account that its owner froze by reporting a new password ends the freeze and keeps that password', async () => {
  const person = await signedInPerson(app);
  await contestedPassword(app, person);
  expect((await signIn(person.email, NEW_PASSWORD)).json.code).toBe('ACCOUNT_FROZEN');
  expect((await run('reopen', person.email)).code).toBe(0);
  expect((await signIn(person.email, NEW_PASSWORD)).json.data).toMatchObject({ id: person.record.id });
});

test('[P-128] the export command saves a person’s data to a file only for the operator, and the audit log records the export', async () => {
  const [{ email, record }, other] = [await signedInPerson(app), await signedInPerson(app)];
  const file = join(makeTemporaryFolder(), 'asha.zip');
  expect((await run('export', email, '--to', file)).code).toBe(0);
  const { json, tables } = readExport(readFileSync(file));
  expect(tables.users).toMatchObject([{ id: record.id, email }]);
  expect(json).not.toContain(other.email);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await run('export', email, '--to', file)).err).toContain('exists already');
  expect((await run('export', email, '--to', join(file, 'missing', 'a.zip'))).code).toBe(1);
  // The two refused exports are not in the audit log.
  expect(await linesAbout(app, { record })).toMatchObject([{ action: 'data-exported', actor: 'operator' }]);
  expect((await run('export', 'nobody@example.com', '--to', `${file}2`)).code).toBe(1);
});

test('the delete command asks for a confirmation, mails the owner, and records the reason in the audit log', async () => {
  const { browser, email, record } = await signedInPerson(app);
  expect((await run('delete', email, '--reason', 'asked')).err).toContain('--yes');
  expect(await recordOf(browser)).not.toBeNull();
  expect((await run('delete', email, '--reason', 'asked', '--yes')).code).toBe(0);
  expect(await recordOf(browser)).toBeNull();
  expect((await signIn(email)).status).toBe(401);
  const [mail, ...others] = await app.mailsTo(email);
  expect([mail?.subject, others]).toEqual([ACCOUNT_DELETED_MAIL.wording.subject, []]);
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(ACCOUNT_DELETED_WORDS.asked.why);
  const lines = await linesAbout(app, { record });
  for (const line of [
    { action: 'account-deleted', actor: 'operator', detail: hashOfId(record.id) },
    { action: 'deletion-ordered', actor: 'operator', detail: 'asked' },
  ])
    expect(lines).toContainEqual(expect.objectContaining(line));
  expect((await run('delete', email, '--reason', 'asked', '--yes')).code).toBe(1);
});
