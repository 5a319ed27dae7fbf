import { expect, test } from 'vitest';
import { TABLES } from '#content/data-register.ts';
import { ACCOUNT_API, pathFor } from '#contract/paths.ts';
import { ANNOUNCEMENTS_VIEW } from '#features/announcements/contract.ts';
import { CONSOLE, DELETIONS_A_DAY } from '#features/console/contract.ts';
import { LAUNCH_LIST_VIEW } from '#features/launch-list/contract.ts';
import { PERSON_RECOVERY } from '#features/undo-changes/contract.ts';
import { PERSON_EXPORT, YOUR_DATA_API } from '#features/your-data/contract.ts';
import { operatorInside } from '#server/testing/operators.ts';
import { withPasskey } from '#server/testing/passkeys.ts';
import { PASSWORD, type Person, signedInPerson, withSecondStep } from '#server/testing/people.ts';
import { auditLines, linesAbout, storeMailRow, storeMessage } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestAnswer } from '#server/testing/test-client.ts';
import { addTrigger } from '#server/testing/test-database.ts';
import { AUDIT_LISTED } from './audit-actions.ts';

const app = await openTestApp();
const colleague = await operatorInside(app, 'support');
const owner = await operatorInside(app, 'owner');
const person = await signedInPerson(app);
// Adds two kinds of second factor. A fork may have only one kind, and the tested recovery needs at least one factor.
await withPasskey(person);
await withSecondStep(app, person);
const withoutFactor = await signedInPerson(app);
const created_at = app.deps.clock().toISOString();
const message = await storeMessage(app.db, 1, { name: 'Devika Menon', email: person.email, created_at });
await storeMailRow(app.db, 'a-mail', { kind: 'operator-notice', recipient: person.email, state: 'sent' });

const to = (path: string, { record }: Pick<Person, 'record'> = person) => pathFor(path, record.id);
const MAIL = pathFor(CONSOLE.mail, 'a-mail');
const MESSAGE = pathFor(CONSOLE.message, message);
const actionsAbout = async (of: Person) => (await linesAbout(app, of)).map(({ action }) => action);
const forgetLines = () => app.db.deleteFrom('audit').execute();

type Fields = Readonly<Record<string, string | readonly string[]>>;

test.each<[string, string, Fields]>([
  ['reopening an account that is not closed', to(CONSOLE.person), { do: 'reopen', reason: 'support' }],
  [
    'recovering an account without a second factor',
    to(PERSON_RECOVERY, withoutFactor),
    { proof: ['call', 'identity'] },
  ],
  ['deleting an account by a wrong name', to(CONSOLE.personDelete), { reason: 'asked', typed: 'Nobody' }],
  ['mailing a confirmation to an unknown sign-up', CONSOLE.people, { id: 'x', q: person.email }],
  ['sending a mail again that was already sent', MAIL, { do: 'retry' }],
  ['a test mail', CONSOLE.mails, { do: 'test', to: 'me@example.com' }],
  ['changing the role of an unknown account', CONSOLE.staff, { do: 'role', id: 'x', role: 'support' }],
  ['an invitation', CONSOLE.staff, { do: 'invite', email: 'new@example.com', role: 'support' }],
  ['withdrawing an unknown invitation', CONSOLE.staff, { do: 'withdraw', email: 'x@example.com' }],
])(
  'the console’s first response to %s, before any redirect is followed, contains no personal data',
  async (_, path, fields) => {
    const { text } = await owner.send(path, fields);
    for (const { email, record } of [person, withoutFactor, colleague])
      for (const words of [email, record.id, 'data-row']) expect(text).not.toContain(words);
  },
);

test('a refused action leads to a page with the reason and the person, and the audit log records that view', async () => {
  await forgetLines();
  const { status, text } = await colleague.press(to(CONSOLE.person), { do: 'reopen', reason: 'support' });
  expect([status, text.includes(person.email)]).toEqual([200, true]);
  expect(text).toMatch(/banner-error[^<]*The account is open/);
  expect(await actionsAbout(person)).toEqual(['person-shown']);
});

test('a search of the audit log for a person is recorded, and the person sees the record on the page “Your data”', async () => {
  const other = await signedInPerson(app);
  for (const words of [other.email, other.record.id]) {
    await forgetLines();
    await owner.get(`${CONSOLE.system}?person=${encodeURIComponent(words)}`);
    expect(await actionsAbout(other)).toEqual(['audit-listed']);
  }
  const { byUs } = (await other.browser.get(YOUR_DATA_API.data)).json.data;
  expect(byUs).toMatchObject([{ what: AUDIT_LISTED.words }]);
});

const PART = 'page=older~2026-11-23T10:00:00.000Z~an-id';
const NEXT_PART = 'page=older~2026-11-22T10:00:00.000Z~an-id';
const SEARCHES = ['q=devika', 'q=asha', 'q=devika@example.com', 'q=asha@example.com'];
const SEARCHED = ['by a name', 'by a name', 'by an address', 'by an address', 'nobody'];
const LISTED = 'submissions-listed';
test.each([
  [CONSOLE.inbox, ['words=asha', 'words=devi', 'state=done', PART], LISTED, ['by words', 'by words']],
  [CONSOLE.requests, [PART, NEXT_PART], LISTED, ['requests', 'requests', 'requests']],
  [CONSOLE.deleteMessages, [`id=${message}`], LISTED, ['before a deletion', 'before a deletion']],
  [
    CONSOLE.mails,
    ['to=asha', 'to=devi', 'state=sent', PART],
    'mails-listed',
    ['by an address', 'by an address'],
  ],
  [CONSOLE.people, SEARCHES, 'people-searched', SEARCHED],
  [CONSOLE.system, ['action=signed-in', PART], 'audit-listed', []],
])(
  'the audit log records each search in the list %s without its words, and opening the unfiltered list only once',
  async (path, parts, action, details) => {
    await forgetLines();
    for (const part of ['', '', ...parts]) await owner.get(`${path}?${part}`);
    const lines = await auditLines(app.db);
    expect(lines.map((line) => line.action)).toEqual(Array(1 + parts.length).fill(action));
    const found = lines.map(({ detail }) => detail).filter((detail) => detail !== '');
    expect(found.sort()).toEqual(details);
  },
);

/**
 * The role or session of an operator ends between the guard’s check and the action. No action may be carried out then, and nothing
 * may be shown. A database trigger ends the role or session as soon as the guard records that the console is used.
 */
const GUARD = 'update on console_sessions';
const ENDS = {
  role: (id: string) => `delete from staff where user_id = '${id}'`,
  session: (id: string) => `delete from sessions where user_id = '${id}'`,
};

const DEEDS: readonly (readonly [string, string, Fields])[] = [
  ['an invitation', CONSOLE.staff, { do: 'invite', email: 'late@example.com', role: 'owner' }],
  [
    'an announcement',
    ANNOUNCEMENTS_VIEW,
    { do: 'tell', text: 'Late', from: '2026-01-01T00:00', to: '2027-01-01T00:00' },
  ],
  ['marking a message', CONSOLE.inbox, { press: 'done', id: message }],
  ['a note about a message', MESSAGE, { do: 'note', text: 'Late' }],
  ['an answer to a message', MESSAGE, { do: 'reply', subject: 'Late', text: 'Late' }],
  ['deleting messages', CONSOLE.deleteMessages, { id: message, reason: 'tidy' }],
  ['a test of the launch mail', LAUNCH_LIST_VIEW, { do: 'test', subject: 'a', text: 'b' }],
  ['a link for a new password', to(CONSOLE.person), { do: 'reset', reason: 'asked' }],
  ['closing an account', to(CONSOLE.person), { do: 'close', reason: 'legal', closed: 'terms' }],
  ['a note about a person', to(CONSOLE.person), { do: 'note', reason: 'asked', text: 'Late' }],
  ['ending all sessions', to(CONSOLE.personSessions), { reason: 'security' }],
  ['a recovery', to(PERSON_RECOVERY), { proof: ['call', 'identity'] }],
  ['an export of a person', to(PERSON_EXPORT), { reason: 'legal' }],
  ['an export of messages', CONSOLE.exportMessages, { format: 'csv', reason: 'legal' }],
  ['deleting an account', to(CONSOLE.personDelete), { reason: 'tidy', typed: person.email }],
];

// Leaves out the table of a feature that a fork has removed.
const CHANGED = 'users submissions operator_notes staff_invitations announcements outbox audit'
  .split(' ')
  .filter((table) => table in TABLES) as 'users'[];
/** All rows that an action could change. The sessions and roles that the test itself ends are left out. */
async function kept(): Promise<string[][]> {
  const rows = await Promise.all(CHANGED.map((table) => app.db.selectFrom(table).selectAll().execute()));
  return rows.map((all) => all.map((row) => JSON.stringify(row)).sort());
}

// Ended sessions are tested with one action and one page only, because the same check covers role and session.
test.each([
  ...DEEDS.map((deed) => ['role', ...deed] as const),
  ...DEEDS.slice(0, 1).map((deed) => ['session', ...deed] as const),
])(
  'if an operator’s %s ends during the request, %s is refused and changes nothing',
  async (what, _, path, fields) => {
    const operator = await operatorInside(app, 'owner');
    app.advance(61_000);
    const before = await kept();
    await addTrigger(app, GUARD, ENDS[what](operator.record.id));
    expect([401, 403]).toContain((await operator.send(path, fields)).status);
    expect(await kept()).toEqual(before);
  },
);

test('an owner who becomes a support operator during a request can delete no more messages than support may', async () => {
  const operator = await operatorInside(app, 'owner');
  const id: string[] = [];
  for (let at = 0; at <= DELETIONS_A_DAY; at++) id.push(await storeMessage(app.db, 100 + at));
  app.advance(61_000);
  const before = await kept();
  await addTrigger(app, GUARD, `update staff set role = 'support' where user_id = '${operator.record.id}'`);
  expect((await operator.send(CONSOLE.deleteMessages, { id, reason: 'tidy' })).status).toBe(403);
  expect(await kept()).toEqual(before);
});

test.each([
  [`${to(CONSOLE.person)}?reason=support`, 'role'],
  [`${CONSOLE.people}?q=${person.email}`, 'role'],
  [CONSOLE.inbox, 'role'],
  [CONSOLE.inbox, 'session'],
  [MESSAGE, 'role'],
  [CONSOLE.mails, 'role'],
  [MAIL, 'role'],
  [CONSOLE.staff, 'role'],
  [`${CONSOLE.system}?person=${person.email}`, 'role'],
] as const)(
  'the page %s shows nothing if the operator’s %s ends while the server makes the page',
  async (path, what) => {
    const operator = await operatorInside(app, 'owner');
    expect((await operator.get(path)).status).toBe(200);
    app.advance(61_000);
    await addTrigger(app, GUARD, ENDS[what](operator.record.id));
    expect([401, 403]).toContain((await operator.get(path)).status);
  },
);

/**
 * Whether the whole response arrives. The server cuts the response off if the operator's role or session ends in the middle of
 * it.
 */
const isGiven = (answer: Promise<TestAnswer>) =>
  answer.then(
    ({ status }) => status === 200,
    () => false,
  );

test.each([
  [CONSOLE.exportMessages, { format: 'csv', reason: 'legal' }, 'role'],
  [to(PERSON_EXPORT), { reason: 'legal' }, 'session'],
] as const)(
  'an export from %s is cut off if the operator’s $2 ends during the export',
  async (path, fields, what) => {
    const operator = await operatorInside(app, 'owner');
    await addTrigger(app, 'insert on audit', ENDS[what](operator.record.id));
    expect(await isGiven(operator.send(path, fields))).toBe(false);
  },
);

test('the export of one’s own data is cut off if the session ends during the export', async () => {
  const { browser, record } = await signedInPerson(app);
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  await addTrigger(app, 'insert on audit', ENDS.session(record.id));
  expect(await isGiven(browser.post(YOUR_DATA_API.export, {}))).toBe(false);
});
