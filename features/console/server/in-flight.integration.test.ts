import { expect, test } from 'vitest';
import { TABLES } from '#content/data-register.ts';
import { ACCOUNT_API, pathFor } from '#contract/paths.ts';
import { ANNOUNCEMENTS_VIEW } from '#features/announcements/contract.ts';
import { CONSOLE, DELETIONS_A_DAY } from '#features/console/contract.ts';
import { LAUNCH_LIST_VIEW } from '#features/launch-list/contract.ts';
import { PERSON_RECOVERY } from '#features/undo-changes/contract.ts';
import { PERSON_EXPORT, YOUR_DATA_API } from '#features/your-data/contract.ts';
import { addTrigger } from '#server/testing/add-trigger.ts';
import { operatorInside } from '#server/testing/operators.ts';
import { withPasskey } from '#server/testing/passkeys.ts';
import { PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { withSecondStep } from '#server/testing/second-step.ts';
import { storeMessage } from '#server/testing/stored-messages.ts';
import { storeMailRow } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestAnswer } from '#server/testing/test-client.ts';

/**
 * These tests end an operator's role or session between the guard’s check and the action. No action may be carried out then, and
 * nothing may be shown. A database trigger ends the role or session as soon as the guard records that the console is used.
 */
const app = await openTestApp();
const GUARD = 'update on console_sessions';

// Another owner stays, because the role of the only owner cannot end.
await operatorInside(app, 'owner');
const person = await signedInPerson(app);
// Adds two kinds of second factor, so that the recovery also works in a fork that has only one of them.
await withPasskey(person);
await withSecondStep(app, person);
const message = await storeMessage(app.db, 1, { created_at: app.deps.clock().toISOString() });
await storeMailRow(app.db, 'a-mail', { kind: 'operator-notice', recipient: person.email, state: 'sent' });
const to = (path: string) => pathFor(path, person.record.id);
const ofMessage = pathFor(CONSOLE.message, message);

const DEEDS: readonly (readonly [string, string, Readonly<Record<string, string | readonly string[]>>])[] = [
  ['an invitation', CONSOLE.staff, { do: 'invite', email: 'late@example.com', role: 'owner' }],
  [
    'an announcement',
    ANNOUNCEMENTS_VIEW,
    { do: 'tell', text: 'Late', from: '2026-01-01T00:00', to: '2027-01-01T00:00' },
  ],
  ['marking a message', CONSOLE.inbox, { press: 'done', id: message }],
  ['a note about a message', ofMessage, { do: 'note', text: 'Late' }],
  ['an answer to a message', ofMessage, { do: 'reply', subject: 'Late', text: 'Late' }],
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
  .filter((table) => table in TABLES);
/** All rows that an action could change. The sessions and roles that the test itself ends are left out. */
async function kept(): Promise<string> {
  const rows = await Promise.all(
    CHANGED.map((table) =>
      app.db
        .selectFrom(table as 'users')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows.map((all) => all.map((row) => JSON.stringify(row)).sort()));
}

const ENDS = {
  role: (id: string) => `delete from staff where user_id = '${id}'`,
  session: (id: string) => `delete from sessions where user_id = '${id}'`,
};
const byRole = DEEDS.map((deed) => ['role', ...deed] as const);
// Ended sessions are tested with one action only, because the same check covers role and session.
const bySession = DEEDS.slice(0, 1).map((deed) => ['session', ...deed] as const);

test.each([...byRole, ...bySession])(
  'if the %s of an operator ends while the request is handled, the request for %s is refused and changes nothing',
  async (what, _name, path, fields) => {
    const operator = await operatorInside(app, 'owner');
    app.advance(61_000);
    const before = await kept();
    await addTrigger(app, GUARD, ENDS[what](operator.record.id));
    expect([401, 403]).toContain((await operator.send(path, fields)).status);
    expect(await kept()).toBe(before);
  },
);

test('an owner whose role is lowered to support while the request is handled cannot delete more messages than that role may', async () => {
  const operator = await operatorInside(app, 'owner');
  const id = await Promise.all(
    Array.from({ length: DELETIONS_A_DAY + 1 }, (_, at) => storeMessage(app.db, 100 + at)),
  );
  app.advance(61_000);
  const before = await kept();
  await addTrigger(app, GUARD, `update staff set role = 'support' where user_id = '${operator.record.id}'`);
  expect((await operator.send(CONSOLE.deleteMessages, { id, reason: 'tidy' })).status).toBe(403);
  expect(await kept()).toBe(before);
});

const LOOKS = [
  `${to(CONSOLE.person)}?reason=support`,
  `${CONSOLE.people}?q=${person.email}`,
  CONSOLE.inbox,
  ofMessage,
  CONSOLE.mails,
  CONSOLE.mail.replace(':id', 'a-mail'),
  CONSOLE.staff,
  `${CONSOLE.system}?person=${person.email}`,
];

// For an ended session one page is enough, because one check covers both the role and the session.
test.each([...LOOKS.map((path) => [path, 'role'] as const), [CONSOLE.inbox, 'session'] as const])(
  'a request for %s shows nothing if the operator’s %s ends while it is handled, even if a request a minute earlier was allowed',
  async (path, what) => {
    const owner = await operatorInside(app, 'owner');
    expect((await owner.get(path)).status).toBe(200);
    app.advance(61_000);
    await addTrigger(app, GUARD, ENDS[what](owner.record.id));
    expect([401, 403]).toContain((await owner.get(path)).status);
  },
);

/** Whether the whole response arrives. The server cuts it off if the operator’s role or session ends midway. */
const isGiven = (answer: Promise<TestAnswer>) =>
  answer.then(
    ({ status }) => status === 200,
    () => false,
  );

test.each([
  [CONSOLE.exportMessages, { format: 'csv', reason: 'legal' }, 'role'],
  [CONSOLE.exportMessages, { format: 'json', reason: 'legal' }, 'role'],
  [to(PERSON_EXPORT), { reason: 'legal' }, 'role'],
  [to(PERSON_EXPORT), { reason: 'legal' }, 'session'],
] as const)(
  'an export from %s with the fields %o breaks off if the operator’s %s ends during the export',
  async (path, fields, what) => {
    const owner = await operatorInside(app, 'owner');
    await addTrigger(app, 'insert on audit', ENDS[what](owner.record.id));
    expect(await isGiven(owner.send(path, fields))).toBe(false);
  },
);

test('a person’s export of their own data breaks off if the session ends during the export', async () => {
  const { browser, record } = await signedInPerson(app);
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  await addTrigger(app, 'insert on audit', ENDS.session(record.id));
  expect(await isGiven(browser.post(YOUR_DATA_API.export, {}))).toBe(false);
});
