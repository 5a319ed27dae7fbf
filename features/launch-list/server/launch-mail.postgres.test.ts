import { beforeEach, expect, test } from 'vitest';
import { PAGES } from '#content/page-paths.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { findTests, storeLaunchMails, storeTestMail } from './launch-mail.ts';

const MAIL = { subject: 'Tuesday is here', text: 'Good morning.\n\nIt is open.' };
const AT = '2026-11-21T10:00:00.000Z';
const BY = { actor: 'operator' } as const;

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});

async function storeEntries(count: number, confirmed_at: string | null = AT, from = 0): Promise<void> {
  for (let at = from; at < from + count; at++) {
    const id = `entry-${String(at).padStart(4, '0')}`;
    const entry = { id, email: `${id}@example.com`, asked_at: AT, confirmed_at, told_at: null };
    await app.db.insertInto('launch_list').values(entry).execute();
  }
}

const mails = () => app.db.selectFrom('outbox').selectAll().where('kind', '=', 'launch-mail').execute();

test('a launch mail counts as tested only after a test mail with the same subject and text was sent', async () => {
  const tests = (mail = MAIL, hasMailServer = true) => findTests(app.db, mail, { hasMailServer });
  expect(await tests()).toBe('none');
  await storeTestMail(app.deps, MAIL, { email: 'me@example.com', by: { actor: 'operator' } });
  const [test] = await mails();
  expect(test).toMatchObject({
    recipient: 'me@example.com',
    user_id: null,
    subject: `Test: ${MAIL.subject}`,
  });
  for (const words of [MAIL.text, PAGES.launchListLeave, app.deps.origin])
    expect(test?.text_body).toContain(words);
  expect([await tests(), await tests(MAIL, false)]).toEqual(['waiting', 'sent']);
  await app.db.updateTable('outbox').set({ state: 'sent', subject: '', text_body: '' }).execute();
  expect([await tests(), await tests({ ...MAIL, text: 'Another text.' })]).toEqual(['sent', 'none']);
});

test('[P-016] every confirmed address gets the launch mail with its own unsubscribe link, and an unconfirmed address gets none', async () => {
  await storeEntries(3);
  await storeEntries(1, null, 3);
  await storeLaunchMails(app.deps, MAIL, BY);
  const stored = await mails();
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

test('a launch mailing that is killed between two mails and started again gives each address exactly one mail', async () => {
  await storeEntries(250);
  const killedAfter = async (links: number) => {
    let made = 0;
    const newToken = () => {
      if (made++ === links) throw new Error('killed');
      return app.deps.newToken();
    };
    await storeLaunchMails({ ...app.deps, newToken }, MAIL, BY);
  };
  await expect(killedAfter(150)).rejects.toThrow('killed');
  expect(await mails()).toHaveLength(100);
  await expect(killedAfter(101)).rejects.toThrow('killed');
  await Promise.all([storeLaunchMails(app.deps, MAIL, BY), storeLaunchMails(app.deps, MAIL, BY)]);
  expect(await storeLaunchMails(app.deps, MAIL, BY)).toBe(0);
  const recipients = (await mails()).map(({ recipient }) => recipient);
  expect([recipients.length, new Set(recipients).size]).toEqual([250, 250]);
  const links = await app.db.selectFrom('launch_list_links').select('token_hash').execute();
  expect(links).toHaveLength(250);
});

test('[P-018] an address gets only one launch mail, and sending again reaches only addresses that were confirmed since', async () => {
  await storeEntries(1);
  await storeLaunchMails(app.deps, MAIL, BY);
  await app.db.deleteFrom('outbox').execute();
  await storeEntries(1, AT, 1);
  expect(await storeLaunchMails(app.deps, { ...MAIL, subject: 'One thing more' }, BY)).toBe(1);
  expect(await mails()).toMatchObject([{ recipient: 'entry-0001@example.com' }]);
});
