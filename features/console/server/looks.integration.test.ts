import { expect, test } from 'vitest';
import { pathFor } from '#contract/paths.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { PERSON_RECOVERY } from '#features/undo-changes/contract.ts';
import { YOUR_DATA_API } from '#features/your-data/contract.ts';
import { operatorInside } from '#server/testing/operators.ts';
import { type Person, signedInPerson } from '#server/testing/people.ts';
import { storeMessage } from '#server/testing/stored-messages.ts';
import { auditLines, linesAbout, storeMailRow } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { AUDIT_LISTED } from './audit-actions.ts';

/** Tests that no person is shown before the view is in the audit log. */
const app = await openTestApp();
const person = await signedInPerson(app);
const { id } = person.record;
const to = (path: string) => pathFor(path, id);
const message = await storeMessage(app.db, 1, { name: 'Devika Menon', email: person.email });
await storeMailRow(app.db, 'a-mail', { kind: 'operator-notice', recipient: person.email, state: 'sent' });
const owner = await operatorInside(app, 'owner');
const colleague = await operatorInside(app, 'support');
const MAIL = CONSOLE.mail.replace(':id', 'a-mail');

const actionsAbout = async (of: Person) => (await linesAbout(app, of)).map(({ action }) => action);

test.each<[string, string, Readonly<Record<string, string | readonly string[]>>]>([
  ['reopening an account that is not closed', to(CONSOLE.person), { do: 'reopen', reason: 'support' }],
  ['recovering an account without a second factor', to(PERSON_RECOVERY), { proof: ['call', 'identity'] }],
  ['deleting an account by a wrong name', to(CONSOLE.personDelete), { reason: 'asked', typed: 'Nobody' }],
  ['mailing a confirmation to an unknown sign-up', CONSOLE.people, { id: 'x', q: person.email }],
  ['sending a mail again that was already sent', MAIL, { do: 'retry' }],
  ['a test mail', CONSOLE.mails, { do: 'test', to: 'me@example.com' }],
  ['changing the role of an unknown account', CONSOLE.staff, { do: 'role', id: 'x', role: 'support' }],
  ['an invitation', CONSOLE.staff, { do: 'invite', email: 'new@example.com', role: 'support' }],
  ['withdrawing an unknown invitation', CONSOLE.staff, { do: 'withdraw', email: 'x@example.com' }],
])(
  'the console’s response to %s, before any redirect is followed, contains no personal data',
  async (_, path, fields) => {
    const { text } = await owner.send(path, fields);
    for (const words of [person.email, person.record.id, 'Q…', 'data-row', colleague.email])
      expect(text).not.toContain(words);
  },
);

test('a refused action on a person leads to a page that gives the reason and shows the person, and the audit log records that view', async () => {
  await app.db.deleteFrom('audit').execute();
  const { status, text } = await colleague.press(to(CONSOLE.person), { do: 'reopen', reason: 'support' });
  expect([status, text.includes(person.email)]).toEqual([200, true]);
  expect(text).toMatch(/banner-error[^<]*The account is open/);
  expect(await actionsAbout(person)).toEqual(['person-shown']);
});

test('searching the audit log for a person is itself recorded, and that person sees the record in their data', async () => {
  const other = await signedInPerson(app);
  for (const words of [other.email, other.record.id]) {
    await app.db.deleteFrom('audit').execute();
    await owner.get(`${CONSOLE.system}?person=${encodeURIComponent(words)}`);
    expect(await actionsAbout(other)).toEqual(['audit-listed']);
  }
  const { byUs } = (await other.browser.get(YOUR_DATA_API.data)).json.data;
  expect(byUs).toMatchObject([{ what: AUDIT_LISTED.words }]);
});

test.each([
  [CONSOLE.inbox, 'words', 'submissions-listed', 'by words'],
  [CONSOLE.mails, 'to', 'mails-listed', 'by an address'],
])(
  'two searches at %s are both in the audit log, without the words searched for',
  async (path, field, action, detail) => {
    await app.db.deleteFrom('audit').execute();
    for (const words of ['devika', 'asha']) await owner.get(`${path}?${field}=${words}`);
    expect(await auditLines(app.db)).toMatchObject([
      { action, detail },
      { action, detail },
    ]);
  },
);

const PART = 'page=older~2026-11-23T10:00:00.000Z~an-id';
test.each([
  [CONSOLE.inbox, ['state=done', 'state=all', PART]],
  [CONSOLE.requests, [PART, 'page=older~2026-11-22T10:00:00.000Z~an-id']],
  [CONSOLE.mails, ['state=sent', 'state=waiting', PART]],
  [CONSOLE.system, ['action=signed-in', PART]],
  [CONSOLE.deleteMessages, [`id=${message}`, 'id=another']],
])(
  'each filter or page of the list at %s is recorded in the audit log, but opening the plain list again is not',
  async (path, parts) => {
    await app.db.deleteFrom('audit').execute();
    for (const part of ['', '', ...parts]) await owner.get(`${path}?${part}`);
    expect(await auditLines(app.db)).toHaveLength(1 + parts.length);
  },
);
