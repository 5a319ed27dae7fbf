import { expect, test } from 'vitest';
import { YOUR_DATA_WORDS } from '#content/features/your-data.ts';
import { NOTICES } from '#content/notices.ts';
import { ACCOUNT_API, FORMS_API, pathFor } from '#contract/paths.ts';
import { LAUNCH_LIST } from '#features/launch-list/contract.ts';
import type { Agreement } from '#features/your-data/bodies.ts';
import { YOUR_DATA_API } from '#features/your-data/contract.ts';
import { hashOfId } from '#server/audit/record-action.ts';
import { findRows } from '#server/database/rows.ts';
import { formDataOf, newMessage, openFormSite } from '#server/testing/form-site.ts';
import { newAddress, PASSWORD, type Person, recordOf } from '#server/testing/people.ts';
import { auditLines } from '#server/testing/stored-rows.ts';
import { TEST_ORIGIN } from '#server/testing/test-app.ts';

const app = await openFormSite();

const SEEN = (name: keyof typeof NOTICES) => NOTICES[name].version;
const done = { success: true, message: YOUR_DATA_WORDS.agreements.done };

async function personWithNotice(): Promise<Person> {
  const [email, browser] = [newAddress(), app.browser()];
  await browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD, notice: SEEN('sign-up') });
  await browser.post(ACCOUNT_API.verify, { token: await app.tokenMailedTo(email) });
  return { email, browser, record: await recordOf(browser) };
}
async function joinList(email: string): Promise<void> {
  await app.browser().post(LAUNCH_LIST, { email, _notice: SEEN('launch-list') });
  await app.mailsTo(email);
}
const write = ({ browser }: Pick<Person, 'browser'>, form: string, values: Record<string, string | Blob>) =>
  browser.send(pathFor(FORMS_API.submit, form), {
    method: 'POST',
    body: formDataOf(values),
    headers: { origin: TEST_ORIGIN, accept: 'application/json' },
  });
const agreementsOf = async ({ browser }: Person): Promise<readonly Agreement[]> =>
  (await browser.get(YOUR_DATA_API.data)).json.data.agreements;
const withdraw = ({ browser }: Person, id: string | undefined) =>
  browser.post(YOUR_DATA_API.withdraw, { id });
const named = (agreements: readonly Agreement[]) =>
  agreements.map(({ notice, version, isWithdrawn }) => [notice, version, isWithdrawn]);

test('[P-101] the page “Your data” lists what the person agreed to, with the version of the notice if one was shown', async () => {
  const person = await personWithNotice();
  await joinList(person.email);
  await write(person, 'contact', { ...newMessage(), _notice: SEEN('contact') });
  app.advance(1);
  await write({ browser: app.browser() }, 'feedback', { ...newMessage(), email: person.email.toUpperCase() });
  expect(named(await agreementsOf(person))).toEqual([
    ['sign-up', SEEN('sign-up'), false],
    ['launch-list', SEEN('launch-list'), false],
    ['feedback', '', false],
    ['contact', SEEN('contact'), false],
  ]);
});

test('[P-102] one press on “Your data” removes the person from the launch list; the page and the audit log show the withdrawal', async () => {
  const person = await personWithNotice();
  await joinList(person.email);
  const [, entry] = await agreementsOf(person);
  expect((await withdraw(person, entry?.id)).json).toEqual(done);
  expect(await findRows(app.db, 'launch_list', ['id'], { email: person.email })).toEqual([]);
  const kinds = (await app.mailsTo(person.email)).map(({ kind }) => kind);
  expect(kinds).not.toContain('launch-list-confirm');
  expect(named(await agreementsOf(person))).toEqual([
    ['sign-up', SEEN('sign-up'), false],
    ['launch-list', SEEN('launch-list'), true],
  ]);
  const detail = hashOfId(entry?.id ?? '');
  expect(await auditLines(app.db, 'launch-list-left')).toMatchObject([{ detail }]);
  // The same withdrawal again, as from a second tab, gets the same answer.
  expect((await withdraw(person, entry?.id)).json).toEqual(done);
  expect(await agreementsOf(person)).toHaveLength(2);
});

test('[P-103] one press erases a message with its files and mails, and records the erasure, so that restoring a backup repeats the erasure', async () => {
  const person = await personWithNotice();
  const upload = new File(['pixels'], 'kite.png');
  await write(person, 'files', { ...newMessage(), upload });
  const [, message] = await agreementsOf(person);
  const id = message?.id ?? '';
  expect((await withdraw(person, id)).status).toBe(200);
  for (const [table, column] of [
    ['submissions', 'id'],
    ['submission_files', 'submission_id'],
  ] as const)
    expect(await app.db.selectFrom(table).select('id').where(column, '=', id).execute(), table).toEqual([]);
  const mails = await app.db.selectFrom('outbox').select('id').execute();
  expect(mails.filter((mail) => mail.id.includes(id))).toEqual([]);
  expect(named(await agreementsOf(person)).at(-1)).toEqual(['files', '', true]);
  expect(await auditLines(app.db, 'submission-deleted')).toMatchObject([{ detail: hashOfId(id) }]);
});

test('withdrawing another person’s agreement changes nothing but gets the usual answer; a message whose payment is still running is not deleted', async () => {
  const [asha, ravi] = [await personWithNotice(), await personWithNotice()];
  await joinList(asha.email);
  await write(asha, 'contact', newMessage());
  const before = await agreementsOf(asha);
  for (const { id } of before) expect((await withdraw(ravi, id)).json).toEqual(done);
  expect(await agreementsOf(asha)).toEqual(before);
  const id = before.find(({ notice }) => notice === 'contact')?.id ?? '';
  await app.db.updateTable('submissions').set({ state: 'unpaid' }).where('id', '=', id).execute();
  await withdraw(asha, id);
  expect(await app.db.selectFrom('submissions').select('id').where('id', '=', id).execute()).toHaveLength(1);
  expect(await agreementsOf(asha)).toEqual(before.filter((agreement) => agreement.id !== id));
});
