import { beforeEach, expect, test } from 'vitest';
import { INVITED_MAIL, ROLE_CHANGED_MAIL, ROLE_CHANGES } from '#content/features/console.ts';
import { ROLES, type Role } from '#contract/operators.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { closeAccount, reopenAccount } from '#features/accounts/server/closed-accounts.ts';
import { endAccess, endAllSessions } from '#features/accounts/server/sessions.ts';
import { lockUser } from '#features/accounts/server/users.ts';
import { VISITS_VIEW } from '#features/analytics/contract.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { findRow, findRows, updateRows } from '#server/database/rows.ts';
import {
  consoleOf,
  createTestOperator,
  enterConsole,
  newOperator,
  operatorInside,
  type TestOperatorPerson,
} from '#server/testing/operators.ts';
import {
  newAddress,
  PASSWORD,
  type Person,
  pressNotMe,
  signedInPerson,
  toldToken,
} from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { commitOnceWaitedFor } from '#server/testing/test-database.ts';
import { inviteStaff } from './staff.ts';

const app = await openTestApp();
beforeEach(() => app.db.deleteFrom('staff').execute());

const JOIN_LINK = /\/console\/join\?token=[\w-]{43}/;
const BY_US = { actor: 'operator' } as const;
const roleOf = async ({ record }: Person) =>
  (await findRow(app.db, 'staff', ['role'], { user_id: record.id }))?.role;
const linkFor = async ({ email }: Pick<Person, 'email'>, role: Role) =>
  `${CONSOLE.join}?token=${await inviteStaff(app.deps, { email, role }, BY_US)}`;
const change = (by: TestOperatorPerson, { record: { id } }: Person, role: Role) =>
  by.send(CONSOLE.staff, { do: 'role', id, role });
const remove = (by: TestOperatorPerson, { record: { id } }: Person) =>
  by.send(CONSOLE.staff, { do: 'remove', id });
const close = ({ email }: Person) => closeAccount(app.deps, email, 'security', BY_US);

async function deleteOwn({ browser, record, proof }: TestOperatorPerson) {
  const { proof_code: code } = proof();
  await browser.post(ACCOUNT_API.deletionProof, { name: record.name, password: PASSWORD, code });
  return browser.delete(pathFor(PRODUCT_API.user, record.id));
}

test('the only owner with an open account can neither delete it nor take a lower role', async () => {
  const [closed, owner] = [await operatorInside(app, 'owner'), await operatorInside(app, 'owner')];
  await close(closed);
  const link = await linkFor(owner, 'support');
  const { text: page } = await owner.get(link);
  expect(page).toContain('You work here as owner now. Joining makes you support instead.');
  for (let times = 0; times < 2; times++) expect((await owner.send(link)).status).toBe(409);
  const { text } = await owner.get(pathFor(CONSOLE.removeStaff, owner.record.id));
  expect(text).toContain('This is the only owner');
  expect(text).not.toContain('value="remove"');
  await newOperator(app, 'support');
  const staff = await owner.get(CONSOLE.staff);
  expect(staff.text.match(/Last here|Not here now|The only owner\.|>Change<|Remove the role…/g)).toEqual([
    ...['Last here', 'The only owner.', 'Not here now', '>Change<', 'Remove the role…'],
  ]);
  expect((await deleteOwn(owner)).json.code).toBe('LAST_OWNER');
  expect(await roleOf(owner)).toBe('owner');
  await operatorInside(app, 'owner');
  expect((await owner.send(link)).status).toBe(303);
  expect(await roleOf(owner)).toBe('support');
  expect((await owner.get(link)).text).toContain(`<a href="${CONSOLE.home}">open the console</a>`);
});

test('an owner learns of a wrong input before having to prove the identity, and a refused invitation keeps its text', async () => {
  const owner = await operatorInside(app, 'owner');
  app.advance(6 * 60_000);
  const { id, email } = owner.record;
  for (const [input, words] of [
    [{ do: 'invite', email: 'not an address', role: 'support' }, 'Nobody was invited.'],
    [{ do: 'invite', email, role: 'support' }, 'This is the only owner'],
    [{ do: 'role', id, role: 'support' }, 'This is the only owner'],
    [{ do: 'remove', id }, 'This is the only owner'],
  ] as const) {
    const { text } = await owner.press(CONSOLE.staff, input);
    expect(text).toContain(words);
    if ('email' in input) expect(text).toContain(`value="${input.email}"`);
  }
  expect((await owner.send(CONSOLE.staff, { do: 'invite', email, role: 'owner' })).status).toBe(401);
});

test('the only owner’s account cannot be closed, even if a closed account has the owner role from an earlier version', async () => {
  const [closed, owner] = [await operatorInside(app, 'owner'), await operatorInside(app, 'owner')];
  const before = { closed_at: '2026-11-20T10:00:00.000Z', closed_reason: 'security' } as const;
  await updateRows(app.db, 'users', { id: closed.record.id }, before);
  await expect(close(owner)).rejects.toMatchObject({ code: 'LAST_OWNER' });
});

test('an owner cannot give up the role while the only other owner is frozen by a “This wasn’t me” report', async () => {
  const [frozen, owner] = [await operatorInside(app, 'owner'), await operatorInside(app, 'owner')];
  await pressNotMe(app, await toldToken(app, frozen.email));
  await remove(owner, owner);
  expect(await roleOf(owner)).toBe('owner');
});

test('of several invitations sent to one address at the same moment, only one stays valid', async () => {
  const { email } = await signedInPerson(app);
  await Promise.all(Array.from({ length: 10 }, () => linkFor({ email }, 'support')));
  expect(await findRows(app.db, 'staff_invitations', ['role'], { email })).toHaveLength(1);
});

test('a mailed invitation gives the invited account its role, and inviting an operator again names the present role', async () => {
  const owner = await operatorInside(app, 'owner');
  const colleague = await signedInPerson(app);
  const invite = { do: 'invite', email: colleague.email, role: 'support', by: 'mail' };
  const { text } = await owner.press(CONSOLE.staff, invite);
  expect(text).toContain(`The invitation to ${colleague.email} is waiting for a mail server.`);
  expect(text).not.toMatch(/join\?token=|already an operator/);
  const mail = (await app.mailsTo(colleague.email)).find(({ kind }) => kind === INVITED_MAIL.name);
  const [link = ''] = JOIN_LINK.exec(mail?.text ?? '') ?? [];
  expect((await consoleOf(app, colleague).send(link)).status).toBe(303);
  expect(await roleOf(colleague)).toBe('support');
  for (const by of ['mail', 'link']) {
    const again = await owner.press(CONSOLE.staff, { ...invite, role: 'editor', by });
    expect(again.text).toContain('They are already an operator (support).');
  }
});

test('an operator gets a mail when their role is changed or removed, and none when it stays the same', async () => {
  const [owner, person] = [await operatorInside(app, 'owner'), await operatorInside(app, 'support')];
  await change(owner, person, 'support');
  await change(owner, person, 'editor');
  await createTestOperator(app).run('staff', 'remove', person.email);
  const told = (await app.mailsTo(person.email)).filter(({ kind }) => kind === ROLE_CHANGED_MAIL.name);
  const texts = told.map(({ text }) => text.replaceAll(/\s+/g, ' ')).sort();
  expect(texts).toHaveLength(2);
  const changed = filled(ROLE_CHANGES.changed, { role: 'editor', may: ROLES.editor });
  for (const what of [changed, ROLE_CHANGES.removed])
    expect(texts.filter((text) => text.includes(what))).toHaveLength(1);
});

test('closing an operator’s account removes the role, and reopening the account does not give the role back', async () => {
  await operatorInside(app, 'owner');
  const support = await operatorInside(app, 'support');
  await close(support);
  await reopenAccount(app.deps, support.email, BY_US);
  expect(await roleOf(support)).toBeUndefined();
});

test('one of several owners can give up the role or take a lower one, and then sees only what the new role allows', async () => {
  const [one, other] = [await operatorInside(app, 'owner'), await operatorInside(app, 'owner')];
  await operatorInside(app, 'owner');
  const { status, headers } = await remove(one, one);
  expect([status, headers.get('location'), await roleOf(one)]).toEqual([303, '/', undefined]);
  expect((await one.get(CONSOLE.home)).status).toBe(404);
  const { id } = other.record;
  const { text } = await other.press(CONSOLE.staff, { do: 'role', id, role: 'analyst' });
  expect(await roleOf(other)).toBe('analyst');
  for (const words of [`${other.record.name} is now analyst.`, VISITS_VIEW]) expect(text).toContain(words);
  expect(text).not.toContain(CONSOLE.inbox);
});

type End = (owner: TestOperatorPerson, author: TestOperatorPerson, invited: Person) => Promise<unknown>;
test.each<[string, End]>([
  ['the role of its author is removed', remove],
  ['the role of its author is changed', (owner, author) => change(owner, author, 'support')],
  ['its author takes a lower role', async (_, author) => author.send(await linkFor(author, 'support'))],
  ['the account of its author is closed', (_, author) => close(author)],
  ['its author deletes the account', (_, author) => deleteOwn(author)],
  [
    'all sessions of its author are ended, because a thief may have used one',
    (_, { record }) => endAllSessions(app.deps, record.id, BY_US),
  ],
  ['the role of the invited account is removed', (owner, _, invited) => remove(owner, invited)],
  ['the role of the invited account is changed', (owner, _, invited) => change(owner, invited, 'analyst')],
])('an invitation becomes invalid when %s', async (_, end) => {
  const [owner, author] = [await operatorInside(app, 'owner'), await operatorInside(app, 'owner')];
  const invited = await operatorInside(app, 'support');
  const invite = { do: 'invite', email: invited.email, role: 'owner' };
  const [link = ''] = JOIN_LINK.exec((await author.send(CONSOLE.staff, invite)).text) ?? [];
  expect((await invited.get(link)).status).toBe(200);
  await end(owner, author, invited);
  expect((await invited.get(link)).status).toBe(410);
  await invited.send(link);
  expect(await roleOf(invited)).not.toBe('owner');
});

// Needs PostgreSQL, because SQLite runs one transaction after another.
test.runIf(process.env.TEST_DATABASE_URL)(
  'an invitation is not stored if all access to the account of its author ends while the invitation is being made',
  async () => {
    const author = await operatorInside(app, 'owner');
    const invite = { do: 'invite', email: newAddress(), role: 'owner' };
    await commitOnceWaitedFor(
      app,
      async (tx) => {
        await lockUser(tx, author.record.id);
        await endAccess(app.deps, tx, author.record.id);
      },
      () => author.send(CONSOLE.staff, invite),
    );
    expect(await findRows(app.db, 'staff_invitations', ['role'], { email: invite.email })).toEqual([]);
  },
);

test('support cannot close the account of somebody who becomes an owner at the same moment', async () => {
  await operatorInside(app, 'owner');
  const support = await operatorInside(app, 'support');
  for (let times = 0; times < 4; times++) {
    const person = await signedInPerson(app);
    const link = await linkFor(person, 'owner');
    const closing = { do: 'close', reason: 'legal', closed: 'terms' };
    await Promise.all([
      consoleOf(app, person).send(link),
      support.send(pathFor(CONSOLE.person, person.record.id), closing),
    ]);
    const user = await findRow(app.db, 'users', ['closed_at'], { id: person.record.id });
    const isClosed = user?.closed_at !== null;
    expect([isClosed, await roleOf(person)]).not.toEqual([true, 'owner']);
    expect([isClosed, await roleOf(person)]).not.toEqual([false, undefined]);
  }
});

test('an invitation that is used and withdrawn at the same moment is either used or withdrawn, never both', async () => {
  const owner = await operatorInside(app, 'owner');
  for (let times = 0; times < 5; times++) {
    const person = await signedInPerson(app);
    const link = await linkFor(person, 'support');
    const [joined, withdrawn] = await Promise.all([
      consoleOf(app, person).send(link),
      owner.press(CONSOLE.staff, { do: 'withdraw', email: person.email }),
    ]);
    expect(joined.status === 303).not.toBe(withdrawn.text.includes('is withdrawn.'));
  }
});

test('when two owners change each other’s role many times at once, no request fails', async () => {
  const [one, other] = [await operatorInside(app, 'owner'), await operatorInside(app, 'owner')];
  await enterConsole(one);
  const presses = Array.from({ length: 20 }, (_, at) =>
    at % 2 === 0 ? change(one, other, 'owner') : change(other, one, 'owner'),
  );
  for (const { status } of await Promise.all(presses)) expect(status).toBe(303);
});

test('when two owners remove each other’s role at the same moment, one of them stays an owner', async () => {
  for (let times = 0; times < 2; times++) {
    await app.db.deleteFrom('staff').execute();
    const [one, other] = [await operatorInside(app, 'owner'), await operatorInside(app, 'owner')];
    await Promise.all([remove(one, other), remove(other, one)]);
    expect([await roleOf(one), await roleOf(other)].filter((role) => role === 'owner')).toHaveLength(1);
  }
});
