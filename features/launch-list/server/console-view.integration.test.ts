import { expect, test } from 'vitest';
import { LAUNCH_TEST_MAIL } from '#content/features/launch-list.ts';
import { PAGES } from '#content/page-paths.ts';
import { CONSOLE_HOME } from '#contract/paths.ts';
import { LAUNCH_LIST, LAUNCH_LIST_EXPORT, LAUNCH_LIST_VIEW } from '#features/launch-list/contract.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { insertRow, updateRows } from '#server/database/rows.ts';
import { enterConsole, operatorInside } from '#server/testing/operators.ts';
import { newAddress } from '#server/testing/people.ts';
import { auditLines } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { LAUNCH_MAIL_STORED } from './audit-actions.ts';

const app = await openTestApp();
const editor = await operatorInside(app, 'editor');
const waiting = newAddress();
const visitor = app.browser();
await visitor.post(LAUNCH_LIST, { email: waiting });
await visitor.post(`${PAGES.launchListConfirm}?token=${await app.tokenMailedTo(waiting)}`);

test('the launch mail is sent only after a test of the same text, and the form keeps the typed text until then', async () => {
  const mail = { subject: 'We are open', text: 'Come in.' };
  // The proof of identity is too old now. A mail without a test is refused before a new proof is asked for.
  app.advance(20 * 60_000);
  const early = await editor.send(LAUNCH_LIST_VIEW, { do: 'send', ...mail });
  expect(early.text).toContain('send yourself a test');
  expect(early.text).toContain('value="We are open"');
  await enterConsole(editor);
  const tested = await editor.send(LAUNCH_LIST_VIEW, { do: 'test', ...mail, to: waiting });
  expect(tested.text).toContain(`The test to ${editor.email} is waiting for a mail server`);
  expect((await auditLines(app.db, 'test-mail-sent'))[0]?.detail).toContain(mail.subject);
  const asked = await editor.send(LAUNCH_LIST_VIEW, { do: 'ask', ...mail });
  for (const words of ['Send this to 1 address?', 'No mail server is set up', mail.subject, mail.text])
    expect(asked.text).toContain(words);
  expect(asked.text).toMatch(
    new RegExp(`still to fix before a public launch.*href="${CONSOLE_HOME}/system#launch"`),
  );
  expect(asked.text).not.toContain('Launch emails so far');
  expect(await app.mailsTo(waiting)).not.toContainEqual(expect.objectContaining({ subject: mail.subject }));
  const sent = await editor.send(LAUNCH_LIST_VIEW, { do: 'send', ...mail });
  expect(sent.text).toContain('One email will go out once a mail server is set up.');
  expect(sent.text).not.toContain('value="ask"');
  const [, kept = ''] = sent.text.split('Launch emails so far');
  expect(kept).toContain(`${mail.subject} – ${mail.text}`);
  expect(kept).toMatch(new RegExp(`1 address, <time .*</time>, by <bdi>${editor.record.name}</bdi>`));
  expect(await app.mailsTo(waiting)).toContainEqual(expect.objectContaining({ subject: mail.subject }));
  expect(sent.text).toContain('<dt>Mailed</dt><dd>1 (1 waiting)</dd>');
  await updateRows(app.db, 'outbox', { subject: mail.subject }, { state: 'dead' });
  expect((await editor.get(LAUNCH_LIST_VIEW)).text).toContain('1 (1 given up)');
});

test('when the launch mail is sent, the page says if the mail server refused its test', async () => {
  const mailing = await openTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
  const owner = await operatorInside(mailing, 'owner');
  const mail = { subject: 'We are open', text: 'Come in.' };
  await owner.send(LAUNCH_LIST_VIEW, { do: 'test', ...mail });
  const ask = async () => (await owner.send(LAUNCH_LIST_VIEW, { do: 'ask', ...mail })).text;
  expect(await ask()).toContain('the test of this email has not been sent yet');
  await updateRows(mailing.db, 'outbox', { kind: LAUNCH_TEST_MAIL.name }, { state: 'dead' });
  expect(await ask()).toContain('the test of this email was given up');
});

test('an operator can send at most ten tests of the launch mail a day', async () => {
  const limited = await openTestApp({ RATE_LIMIT_SCALE: '1' });
  const owner = await operatorInside(limited, 'owner');
  const send = () => owner.send(LAUNCH_LIST_VIEW, { do: 'test', subject: 'We are open', text: 'Come in.' });
  for (let test = 0; test < 10; test++) expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(429);
});

test('[P-124] an export has every confirmed address and no spreadsheet formula, and the audit log names its author and reason', async () => {
  await enterConsole(editor);
  const [formula, unconfirmed] = ['=1+1@example.com', newAddress()];
  const asked_at = app.deps.clock().toISOString();
  for (const [email, confirmed_at] of [
    [formula, asked_at],
    [unconfirmed, null],
  ] as const)
    await insertRow(app.db, 'launch_list', { id: email, email, asked_at, confirmed_at, told_at: null });
  const file = await editor.send(LAUNCH_LIST_EXPORT, { reason: 'write' });
  expect(file.headers.get('content-disposition')).toContain('attachment');
  const rows = [waiting, `'${formula}`].sort().map((email) => `"${email}"`);
  expect(file.text.match(/^"[^"]*@[^"]*"/gm)?.sort()).toEqual(rows);
  expect(file.text).not.toContain(unconfirmed);
  expect(await auditLines(app.db, 'launch-list-exported')).toMatchObject([
    { actor: expect.stringMatching(/^[\w-]{22}$/), detail: 'csv, write' },
  ]);
});

test('the launch list shows each mail once with the number of its addresses, although it is stored in batches', async () => {
  await enterConsole(editor);
  const store = (detail: string, words: string) =>
    recordAlone(app.deps, { action: LAUNCH_MAIL_STORED, actor: 'operator', detail, words });
  for (const [detail, words] of [
    ['100', 'Open: now – Come'],
    ['100', 'Open: now – Come'],
    ['1', 'Other – Come'],
    ['17', 'Open: now – Come'],
  ] as const)
    await store(detail, words);
  const { text } = await editor.get(LAUNCH_LIST_VIEW);
  expect(text.match(/Open: now – Come/g)).toHaveLength(1);
  expect(text).toMatch(/Open: now – Come.*217 addresses/s);
});
