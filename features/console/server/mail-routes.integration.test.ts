import type { Insertable } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { RECEIPT_MAIL } from '#content/features/forms.ts';
import { NOTICE_MAIL } from '#content/mails.ts';
import { pathFor } from '#contract/paths.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { findRow } from '#server/database/rows.ts';
import type { OutboxTable } from '#server/database/schema.ts';
import { escapeHtml } from '#server/html/html.ts';
import { startFakeSmtp } from '#server/testing/fake-mail.ts';
import { consoleOf, operatorInside, pagesBeside } from '#server/testing/operators.ts';
import { withCookiesOf } from '#server/testing/people.ts';
import { auditLines, storeMailRow } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { createTestClient } from '#server/testing/test-client.ts';
import { addTrigger } from '#server/testing/test-database.ts';

const app = await openTestApp();
const owner = await operatorInside(app, 'owner');
beforeEach(async () => {
  await app.db.deleteFrom('outbox').execute();
  await app.db.deleteFrom('audit').execute();
});

const mailPath = (id: string) => pathFor(CONSOLE.mail, id);
const storeMail = (id: string, values: Partial<Insertable<OutboxTable>> = {}) =>
  storeMailRow(app.db, id, { kind: 'operator-notice', ...values });
const stateOf = (id: string) => findRow(app.db, 'outbox', ['state', 'attempts'], { id });
const audited = async () =>
  (await auditLines(app.db)).map(({ action, detail }) => `${action} ${detail}`.trim());

test('the mail list shows each mail with its state and the mail server’s last answer, but no full address', async () => {
  await storeMail('one');
  await storeMail('two', { state: 'dead', last_error: '550 no such user', kind: 'form-receipt' });
  const { text } = await owner.get(CONSOLE.mails);
  const shown = [
    NOTICE_MAIL.label,
    '451 try later',
    'a…@example.com',
    'Waiting',
    RECEIPT_MAIL.operatorLabel,
    '550 no such user',
    'Given up',
  ];
  for (const words of shown) expect(text).toContain(escapeHtml(words));
  expect(text).not.toContain('asha@example.com');
  expect(await audited()).toEqual(['mails-listed']);
});

test('the mail list can be filtered by state, and by an address as typed or in lower case', async () => {
  await storeMail('one');
  await storeMail('two', { state: 'dead', recipient: 'Ravi@example.com' });
  for (const [query, ids] of [
    ['state=dead', ['two']],
    ['to=ASHA@example.com', ['one']],
    ['to=Ravi@example.com', ['two']],
    ['state=waiting&to=Ravi@example.com', []],
    ['state=nonsense&page=-3', ['one', 'two']],
  ] as const) {
    const { text } = await owner.get(`${CONSOLE.mails}?${query}`);
    const shown = [...text.matchAll(/console\/mail\/(\w+)"><strong/g)].map(([, id]) => id);
    expect([query, shown.sort()]).toEqual([query, ids]);
  }
});

test('more mails than one page holds are split into pages, the newest first', async () => {
  for (let at = 0; at < 51; at++)
    await storeMail(`mail${at}`, { created_at: `2026-11-21T10:00:00.${String(at).padStart(3, '0')}Z` });
  const first = await owner.get(`${CONSOLE.mails}?state=waiting`);
  expect([first.text.includes('mail/mail50"'), first.text.includes('mail/mail0"')]).toEqual([true, false]);
  // A mail stored between two requests moves no row to another page.
  await storeMail('newer', { created_at: '2026-11-21T10:00:01.000Z' });
  const { next = '', prev } = pagesBeside(first);
  const second = await owner.get(next);
  expect([second.text.includes('mail/mail1"'), second.text.includes('mail/mail0"')]).toEqual([false, true]);
  expect([prev, pagesBeside(second).next]).toEqual([undefined, undefined]);
  const back = await owner.get(pagesBeside(second).prev ?? '');
  expect(back.text.match(/mail\/mail\d+"/g)).toEqual(first.text.match(/mail\/mail\d+"/g));
  const { prev: newer = '', next: older } = pagesBeside(back);
  expect((await owner.get(newer)).text.match(/mail\/\w+"/g)).toEqual(['mail/newer"']);
  expect(older).toBe(next);
});

test('[P-177] the page of a mail shows the recipient and escaped text without secret links, and its view is recorded', async () => {
  await storeMail('one', { text_body: 'Hello <b>Asha</b>', last_error: '451 try <later>' });
  const { text } = await owner.get(mailPath('one'));
  for (const words of ['asha@example.com', '451 try &lt;later&gt;', 'Hello &lt;b&gt;Asha&lt;/b&gt;'])
    expect(text).toContain(words);
  expect(await audited()).toEqual(['mail-shown']);
  expect((await owner.get(mailPath('nothing'))).status).toBe(404);
  for (const kind of ['reset-password', 'unheard-of']) {
    await storeMail(kind, { kind, text_body: 'https://example.com/reset?token=MARKER' });
    const { status, text } = await owner.get(mailPath(kind));
    expect([status, text.includes('MARKER')]).toEqual([200, false]);
  }
});

test('a mail that waits or was given up can be sent at once, and giving up a waiting mail can be undone', async () => {
  await storeMail('dead', { state: 'dead', attempts: 7 });
  await storeMail('waits', { attempts: 3, next_attempt_at: '2099-01-01T00:00:00.000Z' });
  await owner.send(mailPath('waits'), { do: 'retry' });
  expect(await stateOf('waits')).toEqual({ state: 'waiting', attempts: 3 });
  const retried = await owner.send(mailPath('dead'), { do: 'retry' });
  expect([retried.status, await stateOf('dead')]).toEqual([303, { state: 'waiting', attempts: 7 }]);
  const given = await owner.send(mailPath('waits'), { do: 'give-up' });
  expect((await stateOf('waits'))?.state).toBe('dead');
  const page = await owner.get(given.headers.get('location') ?? '');
  expect(page.text).toMatch(/id="done"[^>]*>.*Given up.*value="retry".*Undo/s);
  await owner.send(mailPath('waits'), { do: 'retry' });
  expect((await stateOf('waits'))?.state).toBe('waiting');
  expect((await audited()).sort()).toEqual(['mail-given-up', ...Array(3).fill('mail-retried'), 'mail-shown']);
});

test('a mail that was sent, or is being sent at this moment, cannot be given up, and the page says why', async () => {
  await storeMail('sent', { state: 'sent' });
  await storeMail('waiting', { leased_until: '2099-01-01T00:00:00.000Z' });
  for (const state of ['sent', 'waiting']) {
    const { text } = await owner.press(mailPath(state), { do: 'give-up' });
    expect(text).toMatch(/banner-error.*Only an email that is waiting can be given up\./s);
    expect(await stateOf(state)).toMatchObject({ state });
  }
});

async function consoleWithMailServer(browserOf = owner.browser) {
  const smtp = await startFakeSmtp();
  onTestFinished(smtp.close);
  const settings = { ...app.deps.settings, smtpUrl: smtp.url };
  const server = await createApp(createDeps({ ...app.deps, settings }));
  onTestFinished(() => server.close());
  const browser = createTestClient(server, app.deps.origin, '198.51.100.1');
  return { smtp, ...consoleOf(app, { browser: withCookiesOf(browserOf, browser) }) };
}
const TEST_MAIL = { do: 'test', to: 'me@example.com' };

test('the console shows the mail server’s answer to a test mail, and the audit log does not name the recipient', async () => {
  const { smtp, press } = await consoleWithMailServer();
  const { text } = await press(CONSOLE.mails, TEST_MAIL);
  expect(text).toMatch(/banner-success.*accepted the test email to me@example\.com/s);
  expect(text).not.toContain('No mail server is set up');
  expect(smtp.received.map(({ to }) => to)).toEqual(['me@example.com']);
  Object.assign(smtp.answers, { rcptTo: '550 No such user' });
  const refused = await press(CONSOLE.mails, TEST_MAIL);
  expect(refused.text).toMatch(/banner-error.*refused the test email.*550 No such user/s);
  expect((await audited()).filter((line) => line.startsWith('test'))).toEqual([
    'test-mail-sent accepted',
    'test-mail-sent failed',
  ]);
});

test('a test mail is not sent if the operator’s role ends while the request is handled', async () => {
  const leaving = await operatorInside(app, 'owner');
  const { smtp, send } = await consoleWithMailServer(leaving.browser);
  app.advance(61_000);
  const { id } = leaving.record;
  await addTrigger(app, 'update on console_sessions', `delete from staff where user_id = '${id}'`);
  expect((await send(CONSOLE.mails, TEST_MAIL)).status).toBe(403);
  expect(smtp.received).toEqual([]);
});
