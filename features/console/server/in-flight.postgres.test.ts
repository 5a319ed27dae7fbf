import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { pathFor } from '#contract/paths.ts';
import { ANNOUNCEMENTS_VIEW } from '#features/announcements/contract.ts';
import { CONSOLE, DELETIONS_A_DAY } from '#features/console/contract.ts';
import { LAUNCH_LIST_VIEW } from '#features/launch-list/contract.ts';
import { PERSON_RECOVERY } from '#features/undo-changes/contract.ts';
import { PERSON_EXPORT } from '#features/your-data/contract.ts';
import { isPostgres } from '#server/database/advisory-lock.ts';
import { operatorInside } from '#server/testing/operators.ts';
import { withPasskey } from '#server/testing/passkeys.ts';
import { type Person, signedInPerson } from '#server/testing/people.ts';
import { storeMessage } from '#server/testing/stored-messages.ts';
import { openSharedApp } from '#server/testing/test-app.ts';

/**
 * Everything that an operator can do, asked for by one whose role or session ends after the guard has looked and before
 * the action begins: nothing of it is done. The database itself takes the role away, when the guard notes that the console is used.
 */
const app = await openSharedApp();

type Deed = {
  readonly path: string;
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
};

async function deeds(): Promise<Readonly<Record<string, Deed>>> {
  const person: Person = await signedInPerson(app);
  await withPasskey(person);
  const message = crypto.randomUUID();
  await app.db
    .insertInto('submissions')
    .values({
      ...{
        id: message,
        form: 'contact',
        state: 'received',
        user_id: null,
        name: 'Asha',
        email: 'asha@example.com',
      },
      ...{ message: 'Hello', fields: '{}', idempotency_key: null, digest: message, payment_intent: null },
      ...{ amount: null, currency: null, created_at: app.deps.clock().toISOString(), due_at: null },
      ...{ reminded_at: null, done_at: null, read_at: null, assigned_to: null },
    })
    .execute();
  const { id } = person.record;
  const to = (path: string, ofWhat = id) => pathFor(path, ofWhat);
  return {
    'an invitation': {
      path: CONSOLE.staff,
      fields: { do: 'invite', email: 'late@example.com', role: 'owner' },
    },
    'an announcement': {
      path: ANNOUNCEMENTS_VIEW,
      fields: { do: 'tell', text: 'Late', from: '2026-01-01T00:00', to: '2027-01-01T00:00' },
    },
    'marking a message': { path: CONSOLE.inbox, fields: { press: 'done', id: message } },
    'a note about a message': { path: to(CONSOLE.message, message), fields: { do: 'note', text: 'Late' } },
    'an answer to a message': {
      path: to(CONSOLE.message, message),
      fields: { do: 'reply', subject: 'Late', text: 'Late' },
    },
    'deleting messages': { path: CONSOLE.deleteMessages, fields: { id: message, reason: 'tidy' } },
    'a test of the launch mail': {
      path: LAUNCH_LIST_VIEW,
      fields: { do: 'test', subject: 'a', text: 'b' },
    },
    'a link for a new password': { path: to(CONSOLE.person), fields: { do: 'reset', reason: 'asked' } },
    'closing an account': {
      path: to(CONSOLE.person),
      fields: { do: 'close', reason: 'legal', closed: 'terms' },
    },
    'a note about a person': {
      path: to(CONSOLE.person),
      fields: { do: 'note', reason: 'asked', text: 'Late' },
    },
    'ending all sessions': { path: to(CONSOLE.personSessions), fields: { reason: 'security' } },
    'a recovery': { path: to(PERSON_RECOVERY), fields: { proof: ['call', 'identity'] } },
    'an export of a person': { path: to(PERSON_EXPORT), fields: { reason: 'legal' } },
    'an export of messages': { path: CONSOLE.exportMessages, fields: { format: 'csv', reason: 'legal' } },
    'deleting an account': {
      path: to(CONSOLE.personDelete),
      fields: { reason: 'tidy', typed: person.email },
    },
  };
}

/** Runs a statement whenever the use of the console is noted. */
async function whenUsed(statement: string): Promise<() => Promise<void>> {
  const run = (text: string) => sql.raw(text).execute(app.db);
  if (isPostgres(app.db)) {
    await run(
      `create function taken() returns trigger language plpgsql as $$ begin ${statement}; return new; end $$`,
    );
    await run('create trigger taken after update on console_sessions for each row execute function taken()');
    return async () => {
      await run('drop trigger taken on console_sessions');
      await run('drop function taken()');
    };
  }
  await run(`create trigger taken after update on console_sessions begin ${statement}; end`);
  return async () => void (await run('drop trigger taken'));
}

/** What a deed would change, without the sessions and roles that the test itself ends. */
async function kept(): Promise<string> {
  const tables = [
    'users',
    'submissions',
    'operator_notes',
    'staff_invitations',
    'announcements',
    'outbox',
    'audit',
  ] as const;
  const rows = await Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows.map((all) => all.map((row) => JSON.stringify(row)).sort()));
}

const NAMES = Object.keys(await deeds());

describe.each([
  ['the role', (id: string) => `delete from staff where user_id = '${id}'`],
  ['the session', (id: string) => `delete from sessions where user_id = '${id}'`],
])('when %s is taken away in flight', (_, taking) => {
  test.each(NAMES)('%s is not done', async (name) => {
    await operatorInside(app, 'owner');
    const operator = await operatorInside(app, 'owner');
    const { path, fields } = (await deeds())[name] ?? { path: '', fields: {} };
    app.advance(61_000);
    const before = await kept();
    const restore = await whenUsed(taking(operator.record.id));
    const answer = await operator.send(path, fields).finally(restore);
    expect([401, 403]).toContain(answer.status);
    expect(await kept()).toBe(before);
  });
});

test('an owner who becomes support in flight deletes no more messages than support may', async () => {
  const operator = await operatorInside(app, 'owner');
  const id = await Promise.all(
    Array.from({ length: DELETIONS_A_DAY + 1 }, (_, at) => storeMessage(app.db, 100 + at)),
  );
  app.advance(61_000);
  const before = await kept();
  const restore = await whenUsed(`update staff set role = 'support' where user_id = '${operator.record.id}'`);
  const answer = await operator.send(CONSOLE.deleteMessages, { id, reason: 'tidy' }).finally(restore);
  expect(answer.status).toBe(403);
  expect(await kept()).toBe(before);
});
