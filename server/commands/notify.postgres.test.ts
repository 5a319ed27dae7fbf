import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { LAUNCH_LIST } from '#features/launch-list/contract.ts';
import { storeNotices } from '#server/commands/notify.ts';
import { findRows, insertRow, updateRows } from '#server/database/rows.ts';
import { claimDue } from '#server/mail/mail-queue.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { createTestOperator, type TestOperator } from '#server/testing/operators.ts';
import { newAddress, signedInPerson } from '#server/testing/people.ts';
import { auditLines } from '#server/testing/stored-rows.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';

const NOTICE = { subject: 'Your data was seen', text: 'Good morning.\n\nSomebody read our backups.' };

let app: TestApp;
let operator: TestOperator;
let folder: string;
beforeEach(async () => {
  app = await openTestApp();
  operator = createTestOperator(app);
  folder = makeTemporaryFolder();
});

function fileOf(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}
const notify = (to: string, ...args: readonly string[]) => {
  const text = fileOf('mail.txt', `${NOTICE.text}\n`);
  return operator.run('notify', '--to', to, '--subject', NOTICE.subject, '--text', text, ...args);
};
const peopleOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `person-${String(at).padStart(3, '0')}@example.com`);
const notices = () =>
  app.db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', 'operator-notice')
    .orderBy('recipient')
    .execute();
const audited = () => findRows(app.db, 'audit', ['actor', 'detail'], { action: 'notice-stored' });

test('[P-134] an operator’s notice is mailed once to each address of an account, a message or the confirmed launch list', async () => {
  const { email: account } = await signedInPerson(app);
  const { email: listed } = await signedInPerson(app);
  const letter = newMessage();
  const waiting = newAddress();
  const browser = app.browser();
  for (const email of [account.toUpperCase(), letter.email])
    await browser.post(pathFor(FORMS_API.submit, 'contact'), { ...letter, email });
  await browser.post(pathFor(FORMS_API.submit, 'contact'), { ...newMessage(), _gotcha: 'a robot' });
  await browser.post(LAUNCH_LIST, { email: waiting });
  await app.mailsTo(waiting);
  const asked_at = app.deps.clock().toISOString();
  const entry = { id: 'listed', email: listed, asked_at, confirmed_at: asked_at, told_at: null };
  await insertRow(app.db, 'launch_list', entry);
  expect((await notify('all', '--yes')).out).toBe('3 emails stored; the running site sends them.\n');
  const stored = await notices();
  expect(stored.map(({ recipient }) => recipient)).toEqual([account, letter.email, listed].sort());
  for (const { subject, text_body, html_body, leave_link } of stored) {
    expect([subject, leave_link]).toEqual([NOTICE.subject, null]);
    for (const body of [text_body, html_body]) expect(body).toContain('Somebody read our backups.');
  }
  expect(await audited()).toEqual([{ actor: 'operator', detail: '3' }]);
});

test('a dry run of a notice prints the text, the number of recipients and masked addresses, and stores no mail', async () => {
  const { code, out } = await notify(fileOf('people.txt', peopleOf(23).join('\n')), '--dry-run');
  expect([code, out.split('\n')[0]]).toEqual([0, `“${NOTICE.subject}” would be sent to 23 addresses.`]);
  for (const text of ['p…@example.com', 'and 3 more', '  Somebody read our backups.'])
    expect(out).toContain(text);
  expect(out).not.toContain('person-');
  expect([await notices(), await audited()]).toEqual([[], []]);
  expect(await auditLines(app.db, 'notice-previewed')).toMatchObject([{ actor: 'operator', detail: '23' }]);
});

test('of a notice to 250 people only 100 mails are due at once, so that later mails do not wait for all', async () => {
  await storeNotices(app.deps, NOTICE, peopleOf(250));
  const now = app.deps.clock();
  expect(await claimDue(app.db, 1_000, now, now)).toHaveLength(100);
});

test('nobody gets a notice twice, even after a run that stopped half-way, but a different notice is sent', async () => {
  const people = peopleOf(250);
  const file = fileOf('people.txt', people.join('\n'));
  await storeNotices(app.deps, NOTICE, people.slice(0, 120));
  expect((await notify(file, '--yes')).out).toBe(
    '130 emails stored; the running site sends them. Stored before: 120 waiting.\n',
  );
  await app.db.updateTable('outbox').set({ state: 'sent', subject: '', text_body: '' }).execute();
  expect((await notify(file, '--yes')).out).toBe(
    'There is nobody left to notify. Stored before: 250 sent.\n',
  );
  await Promise.all([storeNotices(app.deps, NOTICE, people), storeNotices(app.deps, NOTICE, people)]);
  expect((await notices()).map(({ recipient }) => recipient)).toEqual(people);
  expect((await audited()).map(({ detail }) => detail).sort()).toEqual(['100', '100', '20', '30']);
  expect(await storeNotices(app.deps, { ...NOTICE, text: 'Another thing.' }, people)).toBe(250);
});

test('if the mail server refused a notice, running the command again says so, and not that everybody has it', async () => {
  const file = fileOf('people.txt', 'asha@example.com\nmeera@example.com\nravi@example.com\n');
  await notify(file, '--yes');
  for (const [recipient, state] of [
    ['asha@example.com', 'dead'],
    ['meera@example.com', 'sent'],
  ] as const)
    await updateRows(app.db, 'outbox', { recipient }, { state });
  const { out } = await notify(file, '--yes');
  expect(out).toBe(
    'There is nobody left to notify. Stored before: 1 sent, 1 waiting, 1 given up (“Mail” in the console can try it again).\n',
  );
});

test('the notice command reads one address per line, stops at an invalid line, and stores no mail without --yes', async () => {
  const file = fileOf('people.txt', '# Who is affected\n\n Asha@Example.com \r\nasha@example.com\n');
  expect((await notify(file, '--yes')).out).toBe('1 email stored; the running site sends them.\n');
  for (const [words, to, ...args] of [
    ['--yes', fileOf('other.txt', 'ravi@example.com\n')],
    ['line 2', fileOf('wrong.txt', 'ravi@example.com\nnot an address\n'), '--yes'],
    ['contains no address', fileOf('empty.txt', '\n'), '--yes'],
    ['is not plain text', file, '--yes', '--text', fileOf('binary', 'a\0b')],
  ] as const)
    expect(await notify(to, ...args)).toMatchObject({ code: 1, err: expect.stringContaining(words) });
  expect((await notices()).map(({ recipient }) => recipient)).toEqual(['asha@example.com']);
});
