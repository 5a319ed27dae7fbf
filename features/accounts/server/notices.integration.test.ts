import { describe, expect, test } from 'vitest';
import { NOTICE_ITEMS } from '#content/notice-items.ts';
import { NOTICES } from '#content/notices.ts';
import { PAGES } from '#content/page-paths.ts';
import { ACCOUNT_API, FORMS_API, pathFor } from '#contract/paths.ts';
import { LAUNCH_LIST } from '#features/launch-list/contract.ts';
import { deleteRows, findRow, findRows } from '#server/database/rows.ts';
import { newMessage, sendAsBrowser } from '#server/testing/form-site.ts';
import { newAddress, PASSWORD, recordOf } from '#server/testing/people.ts';
import { socialSignIn } from '#server/testing/provider-visit.ts';
import { openSocialSite } from '#server/testing/social-site.ts';
import { TEST_ORIGIN } from '#server/testing/test-app.ts';

const app = await openSocialSite({ FORM_NOTIFY_TO: 'desk@example.com' });

const VERSION = NOTICES['sign-up'].version;
const now = () => app.deps.clock().toISOString();
const linesOf = (about: 'user_id' | 'submission_id' | 'entry_id', id: string) =>
  findRows(app.db, 'notices', ['notice', 'version', 'kind', 'at'], { [about]: id });
const allLines = () => app.db.selectFrom('notices').selectAll().execute();

describe('the privacy notice shown at a sign-up', () => {
  const signUp = async (notice?: string) => {
    const [email, browser] = [newAddress(), app.browser()];
    await browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD, notice });
    return { email, browser, at: now(), token: await app.tokenMailedTo(email) };
  };

  test('[P-032] is recorded for the account once the address is confirmed, with the time at which the notice was shown', async () => {
    const before = await allLines();
    const { browser, at, token } = await signUp(VERSION);
    expect(await allLines()).toEqual(before);
    app.advance(60_000);
    await browser.post(ACCOUNT_API.verify, { token });
    const { id } = await recordOf(browser);
    expect(await linesOf('user_id', id)).toEqual([{ notice: 'sign-up', version: VERSION, kind: 'seen', at }]);
  });

  test.each([undefined, '', 'DROP TABLE', 'x'.repeat(9_000)])(
    'is not recorded if its version is missing or invalid (%j), and the sign-up can still be confirmed',
    async (notice) => {
      const { browser, token } = await signUp(notice);
      expect((await browser.post(ACCOUNT_API.verify, { token })).status).toBe(200);
      expect(await linesOf('user_id', (await recordOf(browser)).id)).toEqual([]);
    },
  );

  test('is recorded once with the account that a sign-up through a provider creates', async () => {
    const [email, browser] = [newAddress(), app.browser()];
    for (let times = 0; times < 2; times++)
      await socialSignIn(browser, 'google', { email }, { notice: VERSION });
    const lines = await linesOf('user_id', (await recordOf(browser)).id);
    expect(lines).toMatchObject([{ notice: 'sign-up', version: VERSION, kind: 'seen' }]);
  });
});

describe('the privacy notice shown at a form', () => {
  const path = pathFor(FORMS_API.submit, 'contact');
  const { version } = NOTICES.contact;
  const send = (values: Record<string, string>, headers: Record<string, string> = {}) =>
    app.browser().send(path, {
      method: 'POST',
      body: new URLSearchParams(values),
      headers: { accept: 'application/json', origin: TEST_ORIGIN, ...headers },
    });

  test('[P-033] is recorded beside the message, not in its fields, and is deleted with the message', async () => {
    const letter = newMessage();
    expect((await send({ ...letter, _notice: version })).status).toBe(200);
    const { email } = letter;
    const { id = '', fields } = (await findRow(app.db, 'submissions', ['id', 'fields'], { email })) ?? {};
    expect(await linesOf('submission_id', id)).toEqual([
      { notice: 'contact', version, kind: 'seen', at: now() },
    ]);
    expect(fields).toBe('{}');
    await deleteRows(app.db, 'submissions', { id });
    expect(await linesOf('submission_id', id)).toEqual([]);
  });

  test('[P-031] is shown with its version when a refused form is shown again without JavaScript', async () => {
    const { text } = await sendAsBrowser(
      app.browser(),
      path,
      new URLSearchParams({ name: 'Asha', _notice: '0badcafe' }),
    );
    expect(text).toContain(NOTICES.contact.short);
    expect(text).toContain(NOTICE_ITEMS.contact.rights);
    expect(text.match(/name="_notice" value="(\w+)"/g)).toEqual([`name="_notice" value="${version}"`]);
  });
});

describe('the privacy notice of the launch list', () => {
  const { version } = NOTICES['launch-list'];
  const ask = async (email: string, _notice: string) => {
    app.advance(1);
    const at = now();
    await app.browser().post(LAUNCH_LIST, { email, _notice });
    return at;
  };
  const entryOf = (email: string) =>
    app.db.selectFrom('launch_list').select('id').where('email', '=', email).executeTakeFirstOrThrow();

  test('[P-034] is recorded with the entry, and a newer request replaces this record only until the entry is confirmed', async () => {
    const email = newAddress();
    await ask(email, '0badcafe');
    await app.mailsTo(email);
    const at = await ask(email, version);
    app.advance(5_000);
    const token = await app.tokenMailedTo(email);
    const { id } = await entryOf(email);
    const seen = [{ notice: 'launch-list', version, kind: 'seen', at }];
    expect(await linesOf('entry_id', id)).toEqual(seen);
    await app.browser().post(`${PAGES.launchListConfirm}?token=${token}`);
    await ask(email, '0badcafe');
    await app.mailsTo(email);
    expect(await linesOf('entry_id', id)).toEqual(seen);
    const [row] = await findRows(app.db, 'outbox', ['notice'], { recipient: email });
    expect(row?.notice).toBe('');
    await app.browser().post(`${PAGES.launchListLeave}?token=${token}`);
    expect(await linesOf('entry_id', id)).toEqual([]);
  });
});
