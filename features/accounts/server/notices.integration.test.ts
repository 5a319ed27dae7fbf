import { describe, expect, test } from 'vitest';
import { NOTICE_ITEMS } from '#content/notice-items.ts';
import { NOTICES } from '#content/notices.ts';
import { PAGES } from '#content/page-paths.ts';
import { ACCOUNT_API, FORMS_API, pathFor } from '#contract/paths.ts';
import { LAUNCH_LIST } from '#features/launch-list/contract.ts';
import { deleteRows, findRow, findRows } from '#server/database/rows.ts';
import { escapeHtml } from '#server/html/html.ts';
import { newMessage, sendAsBrowser } from '#server/testing/form-site.ts';
import { newAddress, PASSWORD, recordOf } from '#server/testing/people.ts';
import { openSocialSite, socialSignIn } from '#server/testing/social-site.ts';
import type { TestClient } from '#server/testing/test-client.ts';

const app = await openSocialSite({ FORM_NOTIFY_TO: 'desk@example.com' });

const VERSION = NOTICES['sign-up'].version;
const now = () => app.deps.clock().toISOString();
const linesOf = (about: 'user_id' | 'submission_id' | 'entry_id', id: string) =>
  findRows(app.db, 'notices', ['notice', 'version', 'kind', 'at'], { [about]: id });
const linesOfAccount = async (browser: TestClient) => linesOf('user_id', (await recordOf(browser)).id);

describe('the privacy notice shown at a sign-up', () => {
  const signUp = async (notice?: string) => {
    const [email, browser] = [newAddress(), app.browser()];
    await browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD, notice });
    return { email, browser, at: now(), token: await app.tokenMailedTo(email) };
  };

  test('[P-032] is recorded for the account once the address is confirmed, with the time at which the notice was shown', async () => {
    const allLines = () => app.db.selectFrom('notices').selectAll().execute();
    const before = await allLines();
    const { browser, at, token } = await signUp(VERSION);
    expect(await allLines()).toEqual(before);
    app.advance(60_000);
    await browser.post(ACCOUNT_API.verify, { token });
    const line = { notice: 'sign-up', version: VERSION, kind: 'seen', at };
    expect(await linesOfAccount(browser)).toEqual([line]);
  });

  test.each([undefined, '', 'DROP TABLE', 'x'.repeat(9_000)])(
    'is not recorded if its version is missing or invalid (%j), and the sign-up can still be confirmed',
    async (notice) => {
      const { browser, token } = await signUp(notice);
      expect((await browser.post(ACCOUNT_API.verify, { token })).status).toBe(200);
      expect(await linesOfAccount(browser)).toEqual([]);
    },
  );

  test('is recorded once with the account that a sign-up through a provider creates', async () => {
    const [email, browser] = [newAddress(), app.browser()];
    for (let times = 0; times < 2; times++)
      await socialSignIn(browser, 'google', { email }, { notice: VERSION });
    const line = { notice: 'sign-up', version: VERSION, kind: 'seen', at: now() };
    expect(await linesOfAccount(browser)).toEqual([line]);
  });
});

describe('the privacy notice shown at a form', () => {
  const path = pathFor(FORMS_API.submit, 'contact');
  const { version } = NOTICES.contact;

  test('[P-033] is recorded separately from the fields of the message, and is deleted with the message', async () => {
    const letter = newMessage();
    expect((await app.browser().post(path, { ...letter, _notice: version })).status).toBe(200);
    const stored = await findRow(app.db, 'submissions', ['id', 'fields'], { email: letter.email });
    const { id, fields } = stored ?? expect.fail();
    const line = { notice: 'contact', version, kind: 'seen', at: now() };
    expect(await linesOf('submission_id', id)).toEqual([line]);
    expect(fields).toBe('{}');
    await deleteRows(app.db, 'submissions', { id });
    expect(await linesOf('submission_id', id)).toEqual([]);
  });

  test('[P-031] is shown with its version when a refused form is shown again without JavaScript', async () => {
    const values = new URLSearchParams({ name: 'Asha', _notice: '0badcafe' });
    const { text } = await sendAsBrowser(app.browser(), path, values);
    expect(text).toContain(escapeHtml(NOTICES.contact.short));
    expect(text).toContain(escapeHtml(NOTICE_ITEMS.contact.rights));
    expect(text.match(/name="_notice" value="(\w+)"/g)).toEqual([`name="_notice" value="${version}"`]);
  });
});

describe('the privacy notice of the launch list', () => {
  const { version } = NOTICES['launch-list'];
  const ask = (email: string, _notice: string) => {
    app.advance(1);
    return app.browser().post(LAUNCH_LIST, { email, _notice });
  };

  test('[P-034] is recorded with the entry, and a newer request replaces this record only until the entry is confirmed', async () => {
    const email = newAddress();
    await ask(email, '0badcafe');
    await app.mailsTo(email);
    await ask(email, version);
    const seen = [{ notice: 'launch-list', version, kind: 'seen', at: now() }];
    app.advance(5_000);
    const token = await app.tokenMailedTo(email);
    const { id } = (await findRow(app.db, 'launch_list', ['id'], { email })) ?? expect.fail();
    expect(await linesOf('entry_id', id)).toEqual(seen);
    await app.browser().post(`${PAGES.launchListConfirm}?token=${token}`);
    await ask(email, '0badcafe');
    await app.mailsTo(email);
    expect(await linesOf('entry_id', id)).toEqual(seen);
    expect(await findRow(app.db, 'outbox', ['notice'], { recipient: email })).toEqual({ notice: '' });
    await app.browser().post(`${PAGES.launchListLeave}?token=${token}`);
    expect(await linesOf('entry_id', id)).toEqual([]);
  });
});
