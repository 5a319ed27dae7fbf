import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { CHANGES_TOLD } from '#content/features/undo-changes.ts';
import { signInPath } from '#content/page-paths.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { LOOKS_MISTYPED } from '#contract/likely-address.ts';
import { LINK_NOT_COMPLETE } from '#contract/link-token.ts';
import { type ConsoleAction, ROLE_NAMES } from '#contract/operators.ts';
import { ACCOUNT_API, pathFor } from '#contract/paths.ts';
import { SECOND_STEP_NEEDED } from '#features/accounts/refusals.ts';
import { ACTIONS, CONSOLE, may, OPERATOR_NOTE_MAX_LENGTH } from '#features/console/contract.ts';
import { LAUNCH_LIST_EXPORT, LAUNCH_LIST_VIEW } from '#features/launch-list/contract.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { PERSON_RECOVERY } from '#features/undo-changes/contract.ts';
import { PERSON_EXPORT } from '#features/your-data/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { NOBODY_IS_SHOWN } from '#server/console-view.ts';
import { findRow } from '#server/database/rows.ts';
import { FEATURES } from '#server/features.ts';
import { html } from '#server/html/html.ts';
import {
  consoleOf,
  enterConsole,
  joinConsole,
  newOperator,
  operatorInside,
} from '#server/testing/operators.ts';
import { askedFor, createAuthenticator, withPasskey } from '#server/testing/passkeys.ts';
import { PASSWORD, type Person, signedInPerson, withSecondStep } from '#server/testing/people.ts';
import { auditLines, storeMessage } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestAnswer } from '#server/testing/test-client.ts';
import { guardRoutes } from './guard.ts';
import { consoleActionsOf } from './page.ts';

const app = await openTestApp();
const HOUR = 3_600_000;

type Route = { readonly method: 'GET' | 'POST'; readonly path: string; readonly action: ConsoleAction };

/** Every route of the console that only operators may use, with a made-up id in its path. */
const routes: Route[] = [];
/** The other routes of the console, which are open to everybody or to anyone with an invitation link. */
const open: string[] = [];
const watched = await createApp(app.deps, {
  onRoute: ({ method, url, config }) => {
    if (!url.startsWith(CONSOLE.home) || config?.refusesMethods === true) return;
    for (const one of ['GET', 'POST'] as const) {
      if (![method].flat().includes(one)) continue;
      if (config?.consoleAction === undefined) open.push(`${one} ${url}`);
      else routes.push({ method: one, path: url.replace(':id', 'made-up'), action: config.consoleAction });
    }
  },
});
await watched.close();

/** Valid forms for the pages that refuse an empty form before they ask for a proof of identity. */
const FORMS: Partial<Record<string, Readonly<Record<string, string>>>> = {
  [CONSOLE.staff]: { do: 'withdraw', email: 'nobody@example.com' },
  [LAUNCH_LIST_VIEW]: { do: 'test', subject: 'Open', text: 'Come in.' },
};
const call = ({ method, path }: Route, who: ReturnType<typeof consoleOf>, headers = {}) =>
  method === 'GET' ? who.get(path, headers) : who.send(path, FORMS[path], headers);

test('each console route names the permission that it needs, and each export action is marked as one', () => {
  const { style, script, join } = CONSOLE;
  expect(open.sort()).toEqual([`GET ${style}`, `GET ${script}`, `GET ${join}`, `POST ${join}`].sort());
  const used = new Set(routes.map(({ action }) => action));
  const actions = consoleActionsOf(FEATURES);
  expect(actions.filter((action) => !used.has(action))).toEqual([]);
  for (const { who } of actions) expect(who).toContain('owner');
  const exports = actions.filter(({ name }) => name.startsWith('export-'));
  expect(exports.filter(({ isExport }) => !isExport)).toEqual([]);
});

test('a console route cannot be added if it shows people without an audit line, or exports without a fresh proof', () => {
  const route = guardRoutes(Fastify(), { ...app.deps, frame: () => '' });
  const page = async () => ({ title: '', main: html`` });
  expect(() =>
    route.get('/console/made-up', { action: ACTIONS.readPeople, audit: NOBODY_IS_SHOWN }, page),
  ).toThrow('needs a line in the audit log');
  expect(() =>
    route.post('/console/made-up', { action: ACTIONS.exportMessages }, async () => ({ goTo: '/' })),
  ).toThrow('needs a fresh proof');
});

test('an answer sent after the operator’s role or session has ended is shown on the error page, with a link back', async () => {
  const path = pathFor(CONSOLE.message, 'made-up');
  const [support, referer] = [await operatorInside(app, 'support'), `${app.deps.origin}${path}?words=kite`];
  const answer = () =>
    support.send(path, { do: 'reply', subject: 'Re: yours', text: 'See you' }, { referer });
  await app.db
    .updateTable('staff')
    .set({ role: 'analyst' })
    .where('user_id', '=', support.record.id)
    .execute();
  const refused = await answer();
  expect(refused.text).toContain('Your role (analyst) can’t do this. Roles that can: owner, support.');
  expect((await support.get(path)).text).toContain('Your role (analyst) can’t open this page.');
  await app.db.deleteFrom('sessions').where('user_id', '=', support.record.id).execute();
  const expired = await answer();
  expect(expired.text).toContain(`href="${signInPath(encodeURIComponent(`${path}?words=kite`))}"`);
  for (const { text } of [refused, expired]) expect(text).toContain('<li>See you</li>');
});

test('without a sign-in, each console page redirects to the sign-in, and each write is answered with 401', async () => {
  const nobody = consoleOf(app, { browser: app.browser() });
  for (const route of routes) {
    const { status, headers } = await call(route, nobody);
    expect([route, status]).toEqual([route, route.method === 'POST' ? 401 : 303]);
    if (route.method === 'GET') expect(headers.get('location')).toMatch(/^\/auth\?next=%2Fconsole/);
  }
});

test('[P-111] people without a role get "not found" from every address of the console', async () => {
  const person = consoleOf(app, await signedInPerson(app));
  const unknown = await person.get('/there-is-nothing-here');
  for (const route of routes) {
    const { status, text } = await call(route, person);
    expect([route, status, text === unknown.text]).toEqual([route, 404, true]);
  }
});

test('[P-112] an operator with neither a passkey nor an authenticator app is refused everywhere in the console', async () => {
  const operator = await operatorInside(app, 'owner');
  await app.db.deleteFrom('second_steps').where('user_id', '=', operator.record.id).execute();
  for (const route of routes) expect([route, (await call(route, operator)).status]).toEqual([route, 403]);
});

test('every console route asks an operator who has not yet proved their identity for the proof', async () => {
  const operator = await newOperator(app, 'owner');
  for (const route of routes) {
    const { status, text } = await call(route, operator);
    expect([route, status, text.includes('proof_code')]).toEqual([route, 401, true]);
  }
});

test.each(ROLE_NAMES)('[P-110] the role %s can use exactly the routes it is allowed', async (role) => {
  const operator = await operatorInside(app, role);
  for (const route of routes) {
    if (route.path === CONSOLE.leave) continue;
    const { status } = await call(route, operator);
    if (may(role, route.action)) expect([403, 401], `${role} ${route.path}`).not.toContain(status);
    else expect([route, status]).toEqual([route, 403]);
  }
});

test('[P-118] an action that cannot be undone asks for a proof of identity again after five minutes', async () => {
  const operator = await operatorInside(app, 'owner');
  app.advance(6 * 60_000);
  const asked: string[] = [];
  for (const route of routes) {
    if (route.path === CONSOLE.leave) continue;
    if ((await call(route, operator)).status === 401) asked.push(`${route.method} ${route.path}`);
  }
  expect(asked.sort()).toEqual(NEED_PROOF.sort());
});

const NEED_PROOF = [
  CONSOLE.exportMessages,
  CONSOLE.deleteMessages,
  CONSOLE.enter,
  LAUNCH_LIST_VIEW,
  LAUNCH_LIST_EXPORT,
  CONSOLE.staff,
  CONSOLE.personSessions,
  PERSON_RECOVERY,
  PERSON_EXPORT,
  CONSOLE.personDelete,
].map((path) => `POST ${path.replace(':id', 'made-up')}`);

test('a write to the console from another origin is refused, although the public forms accept any origin', async () => {
  const operator = await operatorInside(app, 'owner');
  for (const route of routes.filter(({ method }) => method === 'POST')) {
    const { status } = await call(route, operator, { origin: 'https://elsewhere.example' });
    expect([route, status]).toEqual([route, 403]);
  }
});

const linkIn = ({ text }: Pick<TestAnswer, 'text'>) =>
  /\/console\/join\?token=[\w-]{43}/.exec(text)?.[0] ?? '';

test('an invitation to an invalid address is refused, and its form keeps the typed values and shows an error', async () => {
  const owner = await operatorInside(app, 'owner');
  const invite = { do: 'invite', email: 'colleague@example', role: 'analyst' };
  const { text } = await owner.press(CONSOLE.staff, invite);
  expect(text).toContain('Nobody was invited.');
  expect(text).toMatch(/value="colleague@example" aria-invalid="true" aria-describedby="email-wrong"/);
  expect(text).toContain(`id="email-wrong">${FIELD_ERRORS.EMAIL_MALFORMED}`);
  expect(text.split('id="invite"')[1]).toContain('<option value="analyst" selected>');
});

test('an owner sees who was invited and when, and a withdrawn invitation says that it was withdrawn', async () => {
  const owner = await operatorInside(app, 'owner');
  const email = 'invited@example.com';
  const link = linkIn(await owner.send(CONSOLE.staff, { do: 'invite', email, role: 'support' }));
  app.advance(2 * HOUR);
  await enterConsole(owner);
  const list = async () => (await owner.get(CONSOLE.staff)).text;
  expect(await list()).toMatch(/invited@example\.com.*Invited <time[^>]*>2 hours ago/s);
  const visitor = consoleOf(app, { browser: app.browser() });
  const joining = await visitor.get(link);
  expect([joining.status, joining.text.match(/#email=invited%40example\.com"/g)?.length]).toEqual([200, 2]);
  const cut = await visitor.get(link.slice(0, -1));
  expect([cut.status, cut.text.includes(LINK_NOT_COMPLETE)]).toEqual([422, true]);
  const withdraw = () => owner.press(CONSOLE.staff, { do: 'withdraw', email });
  const { text } = await withdraw();
  expect(text).toContain('The invitation for invited@example.com is withdrawn.');
  expect(text).not.toContain('Invited <time');
  const invited = consoleOf(app, await signedInPerson(app, email));
  for (const gone of [await visitor.get(link), await invited.send(link)])
    expect([gone.status, gone.text.includes('This invitation was withdrawn')]).toEqual([410, true]);
  expect((await withdraw()).text).toContain('withdrawn or has expired in the meantime');
});

test('an invitation to an address that looks mistyped is sent only after the owner presses the button a second time', async () => {
  const owner = await operatorInside(app, 'owner');
  const invite = { do: 'invite', email: 'colleague@gmial.com', role: 'support', by: 'mail' };
  const { text } = await owner.press(CONSOLE.staff, invite);
  for (const words of ['Nobody was invited.', LOOKS_MISTYPED, 'Did you mean colleague@gmail.com?'])
    expect(text).toContain(words);
  expect(await app.mailsTo(invite.email)).toEqual([]);
  const [, sure = ''] = /name="sure" value="([^"]+)"/.exec(text) ?? [];
  const again = await owner.press(CONSOLE.staff, { ...invite, sure });
  expect(again.text).toContain(`The invitation to ${invite.email}`);
  expect(await app.mailsTo(invite.email)).toHaveLength(1);
});

test('removing a role needs a confirmation page, even right after a fresh proof of identity', async () => {
  const owner = await operatorInside(app, 'owner');
  const { id } = (await operatorInside(app, 'support')).record;
  const path = pathFor(CONSOLE.removeStaff, id);
  const list = await owner.get(CONSOLE.staff);
  expect(list.text).toContain(`href="${path}"`);
  expect(list.text).not.toContain('value="remove"');
  const asked = await owner.get(path);
  expect(asked.text).toMatch(/Remove the role of .*\?/);
  expect(asked.text).toContain(`name="id" value="${id}"`);
  const role = () => findRow(app.db, 'staff', ['role'], { user_id: id });
  expect(await role()).toEqual({ role: 'support' });
  expect((await owner.send(CONSOLE.staff, { do: 'remove', id })).status).toBe(303);
  expect(await role()).toBeUndefined();
  expect((await owner.get(path)).text).toContain('This operator was removed in the meantime.');
});

test('a console path with a trailing slash leads to the page without the slash', async () => {
  const owner = await operatorInside(app, 'owner');
  const moved = await owner.get(`${CONSOLE.inbox}/?words=kite`);
  expect([moved.status, moved.headers.get('location')]).toEqual([303, `${CONSOLE.inbox}?words=kite`]);
});

test('a text that the console refuses stays in its field with an error, and is accepted once it is corrected', async () => {
  const owner = await operatorInside(app, 'owner');
  const { id } = (await signedInPerson(app)).record;
  const text = 'long '.repeat(OPERATOR_NOTE_MAX_LENGTH);
  const path = pathFor(CONSOLE.person, id);
  const note = { do: 'note', reason: 'asked' };
  const refused = await owner.send(path, { ...note, text, proof_password: PASSWORD });
  expect(refused.status).toBe(422);
  expect(refused.text).toMatch(/<textarea[^>]*="text-wrong"[^>]*>long long .*id="text-wrong">/s);
  for (const [name, value] of Object.entries({ ...note, text: '' }))
    expect(refused.text.includes(`type="hidden" name="${name}" value="${value}"`)).toBe(name !== 'text');
  expect(refused.text).not.toContain(PASSWORD);
  const [, action] = /<form method="post" action="([^"]+)" class="fields wide"/.exec(refused.text) ?? [];
  const corrected = await owner.press(String(action), { ...note, text: 'Short.' });
  expect(corrected.text).toContain('The note is saved.');
});

test('the page of a refused answer or test mail says that nothing was sent, keeps the text, and marks its menu entry', async () => {
  const owner = await operatorInside(app, 'owner');
  const path = pathFor(CONSOLE.message, await storeMessage(app.db, 1));
  const answer = { do: 'reply', subject: 'Re: yours', text: ' ', done: '1' };
  const { text } = await owner.send(path, answer, { referer: `${app.deps.origin}${path}?words=kite` });
  for (const words of [
    '>Your answer<',
    'value="1" checked>',
    '>Send</button>',
    `<a href="${path}?words=kite">`,
    '<h1>Your answer was not sent</h1>',
    `<a href="${CONSOLE.inbox}" aria-current="page">`,
  ])
    expect(text).toContain(words);
  const refused = await owner.send(LAUNCH_LIST_VIEW, { do: 'test', subject: 'Open', text: ' ' });
  expect(refused.text).toContain('>Send the test</button>');
  expect(refused.text).toContain('<h1>The test was not sent</h1>');
  expect(refused.text).toContain(`<a href="${LAUNCH_LIST_VIEW}" aria-current="page">`);
});

test('the error page for a form from an outdated page shows no name or value of a hidden field', async () => {
  const owner = await operatorInside(app, 'owner');
  const outdated = await owner.send(CONSOLE.staff, { do: 'renamed', id: 'an-id-of-ours' });
  expect(outdated.status).toBe(422);
  expect(outdated.text).toContain('is out of date');
  const [, main = ''] = outdated.text.split(/<\/?main/);
  expect(main).not.toMatch(/<li>|an-id-of-ours|renamed|invite/);
});

test('[P-113] an operator’s access to the console ends after half an hour without use, and after twelve hours in any case', async () => {
  const operator = await operatorInside(app, 'support');
  for (let minutes = 0; minutes < 11.5 * 60; minutes += 29) {
    app.advance(29 * 60_000);
    expect((await operator.get(CONSOLE.roles)).status).toBe(200);
  }
  app.advance(29 * 60_000);
  expect((await operator.get(CONSOLE.roles)).status).toBe(401);
  await enterConsole(operator);
  app.advance(31 * 60_000);
  expect((await operator.get(CONSOLE.roles)).status).toBe(401);
});

test('a password alone does not open the console, and a wrong code is refused with an error that says so', async () => {
  const operator = await newOperator(app, 'support');
  const proof_password = PASSWORD;
  for (const [code, words] of [
    [{}, SECOND_STEP_NEEDED.message],
    [{ proof_code: '000000' }, 'That code isn’t right'],
  ] as const) {
    const { status, text } = await operator.send(CONSOLE.enter, { proof_password, ...code });
    expect([status, text.includes(words)]).toEqual([401, true]);
  }
});

test('if a form needs a proof of identity, its typed text is kept, and the form takes effect after the proof', async () => {
  const operator = await newOperator(app, 'owner');
  const typed = { do: 'invite', email: 'colleague@example.com', role: 'support' };
  const asked = await operator.send(CONSOLE.staff, typed);
  expect(asked.text).toContain('value="colleague@example.com"');
  expect(linkIn(await operator.send(CONSOLE.staff, { ...typed, ...operator.proof() }))).not.toBe('');
});

test('for IP addresses outside CONSOLE_ADDRESSES, a console path is answered exactly like an unknown path', async () => {
  const settings = { ...app.deps.settings, consoleAddresses: ['192.0.2.0/24'] };
  const elsewhere = await createApp(createDeps({ ...app.deps, settings }));
  for (const method of ['GET', 'POST', 'PUT'] as const) {
    const [console, unknown] = [CONSOLE.inbox, '/nowhere'].map((url) =>
      elsewhere.inject({ method, url, headers: { accept: 'text/html' } }),
    );
    expect((await console)?.statusCode).toBe(404);
    expect((await console)?.body).toBe((await unknown)?.body);
  }
  await elsewhere.close();
});

type Authenticator = ReturnType<typeof createAuthenticator>;
const enterBy = async (person: Pick<Person, 'browser'>, fields: Record<string, string>) =>
  (await consoleOf(app, person).send(CONSOLE.enter, fields)).status;
const provePasskey = async (
  { browser }: Pick<Person, 'browser'>,
  key: Authenticator,
  how?: Parameters<Authenticator['use']>[1],
) => ({
  proof_signed: JSON.stringify(key.use(await askedFor(browser, 'proof'), how)),
});

/** A new operator without a second factor. */
async function joined(): Promise<Person> {
  const person = await signedInPerson(app);
  await joinConsole(app, person, 'support');
  return person;
}

test('a first passkey opens the console at once if it was added in the session that accepted the invitation', async () => {
  const person = await joined();
  const elsewhere = { browser: app.browser() };
  await elsewhere.browser.post(ACCOUNT_API.signIn, { email: person.email, password: PASSWORD });
  await app.db.deleteFrom('audit').execute();
  const key = await withPasskey(person);
  expect((await consoleOf(app, person).get(CONSOLE.roles)).status).toBe(200);
  expect(await auditLines(app.db, 'console-entered')).toHaveLength(1);
  expect((await consoleOf(app, elsewhere).get(CONSOLE.roles)).status).toBe(401);
  app.advance(HOUR);
  expect((await consoleOf(app, person).get(CONSOLE.roles)).status).toBe(401);
  expect(await enterBy(person, await provePasskey(person, key))).toBe(303);
});

test('a passkey added with only the password, or with another new passkey, opens the console a day later', async () => {
  const { email } = await joined();
  const thief = { browser: app.browser() };
  const signIn = () => thief.browser.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  await signIn();
  const first = await withPasskey(thief);
  const { browser } = thief;
  await browser.post(PASSKEY_API.proof, { answer: first.use(await askedFor(browser, 'proof')) });
  const second = createAuthenticator();
  const answer = second.make(await askedFor(browser, 'add'));
  expect((await browser.post(PASSKEY_API.add, { answer })).status).toBe(200);
  for (const key of [first, second]) expect(await enterBy(thief, await provePasskey(thief, key))).toBe(403);
  expect((await consoleOf(app, thief).get(CONSOLE.home)).text).toMatch(
    /It opens the console from \d[^<]* IST, so/,
  );
  app.advance(25 * HOUR);
  await signIn();
  expect(await enterBy(thief, await provePasskey(thief, first))).toBe(303);
});

test('a security key without PIN or fingerprint opens the console only together with the password', async () => {
  const person = await joined();
  const key = await withPasskey(person, { verifiesUser: false });
  const proof = () => provePasskey(person, key, { verifiesUser: false });
  app.advance(HOUR);
  expect(await enterBy(person, await proof())).toBe(401);
  expect(await enterBy(person, { proof_password: PASSWORD })).toBe(401);
  expect(await enterBy(person, await proof())).toBe(303);
});

test('all owners get a mail when an operator adds a passkey or an authenticator app', async () => {
  const owner = await newOperator(app, 'owner');
  const person = await joined();
  await withPasskey(person);
  const told = (await app.mailsTo(owner.email)).filter(({ kind }) => kind === 'operator-changed');
  const [text = ''] = told.map((mail) => mail.text.replaceAll(/\s+/g, ' '));
  expect(text).toContain(person.email);
  expect(text).toContain(CHANGES_TOLD.passkeys.added.what);
});

test('the only owner, without any second factor left, can open the console again after a new invitation', async () => {
  const owner = await operatorInside(app, 'owner');
  await app.db.deleteFrom('second_steps').where('user_id', '=', owner.record.id).execute();
  await app.db.deleteFrom('recovery_codes').where('user_id', '=', owner.record.id).execute();
  await joinConsole(app, owner, 'owner');
  const { code } = await withSecondStep(app, owner);
  app.advance(60_000);
  expect(await enterBy(owner, { proof_password: PASSWORD, proof_code: code() })).toBe(303);
});

test('an operator can search for at most sixty people in ten minutes', async () => {
  const limited = await openTestApp({ RATE_LIMIT_SCALE: '1' });
  const support = await operatorInside(limited, 'support');
  const statuses: number[] = [];
  for (let search = 0; search <= 60; search++)
    statuses.push((await support.get(`${CONSOLE.people}?q=dev${search}`)).status);
  expect(statuses).toEqual([...Array(60).fill(200), 429]);
});
