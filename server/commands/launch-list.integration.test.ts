import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PAGES } from '#content/page-paths.ts';
import { storeLaunchMails } from '#server/launch-list/launch-mail.ts';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createTestOperator, type TestOperator } from '#server/testing/test-operator.ts';

const MAIL = { subject: 'Tuesday is here', text: 'Good morning.\n\nIt is open.' };
const AT = '2026-11-21T10:00:00.000Z';

let app: TestApp;
let operator: TestOperator;
let folder: string;
let text: string;
beforeEach(async () => {
  app = await openTestApp();
  operator = createTestOperator(app);
  folder = makeTemporaryFolder();
  text = join(folder, 'mail.txt');
  writeFileSync(text, `${MAIL.text}\n`);
});
afterEach(() => app.close());

const run = (...args: readonly string[]) => operator.run('launch-list', ...args);
const send = (...args: readonly string[]) => run('send', '--subject', MAIL.subject, '--text', text, ...args);

/** Numbered, so that their order is known. */
async function storeEntries(count: number, confirmed_at: string | null = AT, from = 0): Promise<void> {
  for (let at = from; at < from + count; at++) {
    const id = `entry-${String(at).padStart(4, '0')}`;
    const entry = { id, email: `${id}@example.com`, asked_at: AT, confirmed_at, told_at: null };
    await app.db.insertInto('launch_list').values(entry).execute();
  }
}

const mails = () => app.db.selectFrom('outbox').selectAll().where('kind', '=', 'launch-mail').execute();

test('count says how many are confirmed, told and not confirmed', async () => {
  await storeEntries(3);
  await storeEntries(1, null, 3);
  await app.db.updateTable('launch_list').set({ told_at: AT }).where('id', '<', 'entry-0002').execute();
  expect(await run('count')).toMatchObject({
    code: 0,
    out: '3 confirmed, 2 of them told; 1 not confirmed yet.\n',
  });
});

test('[P-128] export writes every confirmed address, as JSON or for spreadsheets without formulas, and is audited', async () => {
  await storeEntries(2);
  await storeEntries(1, null, 2);
  await app.db
    .updateTable('launch_list')
    .set({ email: '=1+1@example.com' })
    .where('id', '=', 'entry-0001')
    .execute();
  const json = await run('export', '--json');
  expect(JSON.parse(json.out)).toEqual([
    { email: '=1+1@example.com', confirmed_at: AT },
    { email: 'entry-0000@example.com', confirmed_at: AT },
  ]);
  const file = join(folder, 'list.csv');
  expect(await run('export', '--csv', '--out', file)).toMatchObject({ code: 0, out: `2 rows in ${file}.\n` });
  expect(readFileSync(file, 'utf8')).toBe(
    `\ufeff"email","confirmed_at"\r\n"'=1+1@example.com","${AT}"\r\n"entry-0000@example.com","${AT}"\r\n`,
  );
  const lines = await app.db.selectFrom('audit').select(['action', 'detail']).orderBy('detail').execute();
  expect(lines).toEqual([
    { action: 'launch-list-exported', detail: 'csv' },
    { action: 'launch-list-exported', detail: 'json' },
  ]);
  expect((await run('export', '--csv', '--json')).code).toBe(2);
});

test('a mail goes to the list only after a test of the same subject and text, and with a yes', async () => {
  await storeEntries(2);
  expect(await send('--yes')).toMatchObject({ code: 1, err: expect.stringContaining('--test') });
  expect((await send('--test', 'me@example.com')).code).toBe(0);
  const [test] = await mails();
  expect(test).toMatchObject({ recipient: 'me@example.com', user_id: null, subject: MAIL.subject });
  for (const words of [MAIL.text, PAGES.launchListLeave, app.deps.origin])
    expect(test?.text_body).toContain(words);

  expect(await send()).toMatchObject({ code: 1, err: expect.stringContaining('--yes') });
  writeFileSync(text, 'Another text.');
  expect((await send('--yes')).code).toBe(1);
  expect(await mails()).toHaveLength(1);

  writeFileSync(text, MAIL.text);
  expect(await send('--yes')).toMatchObject({ code: 0, out: expect.stringContaining('2 mails stored') });
  expect(await mails()).toHaveLength(3);
});

test('with a mail server the test must have been sent before the list gets the mail', async () => {
  await storeEntries(1);
  const settings = { ...app.deps.settings, smtpUrl: 'smtp://mail.example.com' };
  operator = createTestOperator(app, { settings });
  await send('--test', 'me@example.com');
  expect(await send('--yes')).toMatchObject({ code: 1, err: expect.stringContaining('not sent yet') });
  await app.db.updateTable('outbox').set({ state: 'sent' }).execute();
  expect((await send('--yes')).code).toBe(0);
});

test('[P-016] every confirmed address gets the mail with a link of its own to leave, and who waits gets none', async () => {
  await storeEntries(3);
  await storeEntries(1, null, 3);
  await send('--test', 'me@example.com');
  await send('--yes');
  const stored = (await mails()).filter(({ user_id }) => user_id !== null);
  expect(stored.map(({ recipient }) => recipient).sort()).toEqual(
    ['entry-0000', 'entry-0001', 'entry-0002'].map((id) => `${id}@example.com`),
  );
  expect(new Set(stored.map(({ leave_link }) => leave_link)).size).toBe(3);
  for (const { leave_link, text_body, html_body } of stored) {
    expect(text_body).toContain(leave_link);
    expect(html_body).toContain(leave_link);
  }
  const { pathname, search } = new URL(stored[0]?.leave_link ?? '');
  expect((await app.browser().post(pathname + search)).status).toBe(200);
  expect((await mails()).map(({ user_id }) => user_id)).not.toContain(stored[0]?.user_id);
  const told = await app.db.selectFrom('launch_list').select(['confirmed_at', 'told_at']).execute();
  for (const { confirmed_at, told_at } of told) expect(told_at === null).toBe(confirmed_at === null);
});

test('a sending that is killed between any two mails, and called again, gives each address the mail exactly once', async () => {
  await storeEntries(250);
  const killedAfter = async (links: number) => {
    let made = 0;
    const newToken = () => {
      if (made++ === links) throw new Error('killed');
      return app.deps.newToken();
    };
    await storeLaunchMails({ ...app.deps, newToken }, MAIL, { actor: 'operator' });
  };
  await expect(killedAfter(150)).rejects.toThrow('killed');
  expect(await mails()).toHaveLength(100);
  await expect(killedAfter(101)).rejects.toThrow('killed');
  await Promise.all([
    storeLaunchMails(app.deps, MAIL, { actor: 'operator' }),
    storeLaunchMails(app.deps, MAIL, { actor: 'operator' }),
  ]);
  expect(await storeLaunchMails(app.deps, MAIL, { actor: 'operator' })).toBe(0);
  const recipients = (await mails()).map(({ recipient }) => recipient);
  expect([recipients.length, new Set(recipients).size]).toEqual([250, 250]);
  const links = await app.db.selectFrom('launch_list_links').select('token_hash').execute();
  expect(links).toHaveLength(250);
});

test('[P-018] an address is written to once, whatever the mail; who confirms later gets it when it is sent again', async () => {
  await storeEntries(1);
  await storeLaunchMails(app.deps, MAIL, { actor: 'operator' });
  await app.db.deleteFrom('outbox').execute();
  await storeEntries(1, AT, 1);
  expect(
    await storeLaunchMails(app.deps, { ...MAIL, subject: 'One thing more' }, { actor: 'operator' }),
  ).toBe(1);
  expect(await mails()).toMatchObject([{ recipient: 'entry-0001@example.com' }]);
});

test.each([
  ['a subject of two lines', ['--subject', 'a\nb'], 2],
  ['no address for the test', ['--subject', 'a', '--test', 'me'], 2],
  ['a text that is not there', ['--subject', 'a', '--text', '/nowhere/mail.txt'], 1],
])('%s is refused', async (_, args, code) => {
  const given = args.includes('--text') ? args : [...args, '--text', text];
  expect((await run('send', ...given, '--yes')).code).toBe(code);
  expect(await mails()).toEqual([]);
});
