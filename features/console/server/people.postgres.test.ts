import { expect, test } from 'vitest';
import { DONE_BY } from '#content/core-data.ts';
import { ACCOUNT_DELETED_WORDS } from '#content/features/accounts.ts';
import { PAGES } from '#content/page-paths.ts';
import { CLOSED_REASONS, SCHEMA_ERRORS } from '#contract/errors.ts';
import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';
import { REASON_NAMES, REASONS, type Role } from '#contract/operators.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API, pathFor } from '#contract/paths.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { PERSON_RECOVERY } from '#features/undo-changes/contract.ts';
import { PERSON_EXPORT, YOUR_DATA_API } from '#features/your-data/contract.ts';
import { hashedId } from '#server/audit/record-action.ts';
import { updateRows } from '#server/database/rows.ts';
import { newOperator, operatorInside, pagesBeside } from '#server/testing/operators.ts';
import { withPasskey } from '#server/testing/passkeys.ts';
import { newAddress, PASSWORD, type Person, recordOf, signedInPerson } from '#server/testing/people.ts';
import { exportOf } from '#server/testing/read-zip.ts';
import { auditLines, linesAbout, storeAccount, toldAbout } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { testOnSqlite } from '#server/testing/test-database.ts';
import { timeInWords } from '#server/time.ts';
import { NOTE_DELETED, PERSON_SHOWN } from './audit-actions.ts';
import { masked } from './people.ts';

const app = await openTestApp();
const ORIGIN = app.deps.origin;
const FROM_HERE = { 'sec-fetch-site': 'same-origin' };

const pathOf = ({ record }: Person, reason?: string) =>
  pathFor(CONSOLE.person, record.id) + (reason === undefined ? '' : `?reason=${reason}`);
const actorOf = ({ record }: Person) => hashedId(app.deps.keyring[0], 'subject', record.id);
const search = (words: string) => `${CONSOLE.people}?q=${encodeURIComponent(words)}`;

async function named(name: string, email = newAddress()): Promise<Person> {
  const person = await signedInPerson(app, email);
  await updateRows(app.db, 'users', { id: person.record.id }, { name });
  return person;
}

const meet = async (role: Role, name = 'Devika Menon', email = newAddress()) => ({
  operator: await operatorInside(app, role),
  person: await named(name, email),
});

test.each([
  ['asha.rao@example.com', 'a…@example.com'],
  ['Asha  Rao', 'A… R…'],
  ['आशा', 'आ…'],
  ['', ''],
  ['@', '@…'],
])('a masked name or address shows only first letters: “%s” becomes “%s”', (text, left) => {
  expect(masked(text)).toBe(left);
});

test('[P-114] the search for people lists nobody until enough characters are typed, and says what to type', async () => {
  const { operator, person } = await meet('support', 'Nobody Listed');
  const { text } = await operator.get(CONSOLE.people);
  expect(text).toContain('there is no full list');
  expect(text).not.toContain(person.record.id);
  for (const words of ['a b', 'p.', 'e-'])
    expect((await operator.get(search(words))).text).toContain('Type at least');
  expect((await operator.get(search('<b>'))).text).toContain('value="&lt;b&gt;"');
  const unknown = await operator.get(search('nobody+1@example.com'));
  expect(unknown.text).toContain('No account has this address');
  expect(unknown.text).toContain(`href="${CONSOLE.inbox}?words=nobody%2B1%40example.com&amp;state=all"`);
});

test.each([
  [CONSOLE.people, 'q', 200],
  [CONSOLE.inbox, 'words', 200],
  [CONSOLE.mails, 'to', EMAIL_MAX_LENGTH],
  [CONSOLE.system, 'person', EMAIL_MAX_LENGTH],
])(
  'a search text that is too long stays in its field on %s, and the field says so',
  async (path, field, max) => {
    const operator = await operatorInside(app, 'owner');
    const typed = 'kite '.repeat(60).trim();
    const { status, text } = await operator.get(`${path}?${field}=${encodeURIComponent(typed)}`);
    expect(status).toBe(200);
    expect(text).toContain(`value="${typed}"`);
    expect(text).toContain(`id="${field}-wrong">${filled(SCHEMA_ERRORS.TOO_LONG, { max })}`);
  },
);

test('[P-115] the search finds a person by the start of a name or address, and shows both masked', async () => {
  const email = 'findable.person@example.com';
  const { operator, person } = await meet('support', 'Quintessa Ranganathan', email);
  for (const words of ['quintes', 'ranga QUINT', email, 'findab']) {
    const { text } = await operator.get(search(words));
    for (const shown of [pathOf(person), 'Q… R…', 'f…@example.com']) expect(text).toContain(shown);
    expect(text).not.toContain('Quintessa');
  }
  expect((await operator.get(search('quintessential'))).text).not.toContain(pathOf(person));
  expect(await linesAbout(app, person)).toEqual([]);
});

test('the search splits many results into pages, and the last page has no link to a next one', async () => {
  const operator = await operatorInside(app, 'support');
  for (let at = 0; at < 51; at++) await storeAccount(app.db, `zebulon-${at}`);
  const first = await operator.get(search('zebulon'));
  const second = await operator.get(pagesBeside(first).next ?? '');
  const shown = ({ text }: { text: string }) => text.match(/data-row/g)?.length;
  expect([shown(first), shown(second)]).toEqual([50, 1]);
  expect(pagesBeside(second).next).toBeUndefined();
});

test('an unconfirmed sign-up is found by its exact address, and its confirmation can be mailed again after some minutes', async () => {
  const operator = await operatorInside(app, 'support');
  const email = newAddress();
  const browser = app.browser();
  await browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  await app.tokenMailedTo(email);
  const { text } = await operator.get(search(email));
  expect(text).toContain('Not confirmed yet');
  expect((await operator.get(search(email.slice(0, -1)))).text).not.toContain('Not confirmed yet');
  const id = /name="id" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const again = () => operator.press(CONSOLE.people, { id, q: email });
  expect((await again()).text).toContain('You can send it again in 5 min.');
  app.advance(6 * 60_000);
  expect((await again()).text).toContain('on its way');
  expect(await app.tokensMailedTo(email)).toHaveLength(2);
  const token = await app.tokenMailedTo(email);
  const { json } = await browser.post(ACCOUNT_API.verify, { token });
  expect(await toldAbout(app, { record: json.data })).toEqual(['confirmation-resent']);
  expect((await again()).text).toContain('confirmed the address in the meantime');
});

test('[P-116] the page of a person is masked until a reason is chosen, which the audit log records once in ten minutes', async () => {
  const { operator, person } = await meet('support');
  await updateRows(app.db, 'users', { id: person.record.id }, { about: 'Paints kites' });
  const before = await operator.get(pathOf(person));
  expect(before.text).toContain('D… M…');
  for (const word of ['Devika', 'Paints', person.email]) expect(before.text).not.toContain(word);
  const masked = { action: 'person-shown', detail: 'masked' };
  expect(await linesAbout(app, person)).toMatchObject([masked]);
  app.advance(1);
  for (let times = 0; times < 2; times++) {
    const { text } = await operator.get(pathOf(person, 'security'));
    for (const word of ['Devika Menon', 'Paints kites', person.email]) expect(text).toContain(word);
  }
  const line = { action: 'person-shown', detail: 'security', actor: actorOf(operator) };
  expect(await linesAbout(app, person)).toMatchObject([masked, line]);
  app.advance(1);
  await operator.get(pathOf(person, 'legal'));
  expect(await linesAbout(app, person)).toHaveLength(3);
  app.advance(11 * 60_000);
  await operator.get(pathOf(person, 'security'));
  expect((await linesAbout(app, person)).slice(-2)).toMatchObject([{ ...line, detail: 'legal' }, line]);
});

testOnSqlite.each<[string, string, Readonly<Record<string, string>>]>([
  ['requested by another site', 'support', { 'sec-fetch-site': 'cross-site' }],
  ['asked for by another subdomain', 'support', { 'sec-fetch-site': 'same-site' }],
  ['the reason is not in the list', 'because', {}],
  ['the reason is empty', '', {}],
  ['a page outside the console links to it', 'legal', { referer: `${ORIGIN}${PAGES.auth}?next=x` }],
  ['a page links whose path begins alike', 'legal', { referer: `${ORIGIN}${CONSOLE.home}-elsewhere` }],
])('the page of a person stays masked when %s', async (_, reason, headers) => {
  const { operator, person } = await meet('owner');
  const { text } = await operator.get(pathOf(person, reason), { ...FROM_HERE, ...headers });
  expect(text).not.toContain('Devika');
  expect(await linesAbout(app, person)).toMatchObject([{ detail: 'masked' }]);
});

testOnSqlite(
  'the reason in a link to a person’s page is ignored if the operator must first prove their identity',
  async () => {
    const operator = await newOperator(app, 'owner');
    const person = await named('Devika Menon');
    for (const query of ['?reason=legal', '?done=reset&%72eason=legal', '?done=?&reason=legal']) {
      const { text } = await operator.get(pathOf(person) + query);
      expect(text).toContain(encodeURIComponent(pathOf(person)));
      expect(text).not.toContain('legal');
    }
  },
);

test('[P-117] the page “Your data” tells people when and why an operator looked at their page', async () => {
  const { operator, person } = await meet('support');
  app.advance(60_000);
  await operator.get(pathOf(person, 'legal'), FROM_HERE);
  const { page, tables } = await exportOf(app, person);
  const line = page.split(PERSON_SHOWN.words)[1]?.split('</article>')[0];
  for (const words of [REASONS.legal, DONE_BY.us]) expect(line).toContain(words);
  const at = app.deps.clock().toISOString();
  const entry = { action: 'person-shown', detail: 'legal', actor: DONE_BY.us, at };
  expect(tables.audit).toContainEqual(expect.objectContaining(entry));
  expect(page).toContain(timeInWords(at));
  const actors = new Set(tables.audit.map((row: { actor: string }) => row.actor));
  expect(actors).toEqual(new Set([DONE_BY.visitor, DONE_BY.you, DONE_BY.us]));
  expect(page).not.toContain(operator.record.id);
  const { byUs } = (await person.browser.get(YOUR_DATA_API.data)).json.data;
  expect(byUs).toMatchObject([{ at, what: PERSON_SHOWN.words, why: REASONS.legal }]);
});

testOnSqlite('a name cannot run a script on the page of its person', async () => {
  const { operator, person } = await meet('support', '<script>alert(1)</script>\u202egnp');
  for (const path of [pathOf(person), pathOf(person, 'asked'), search(person.email)])
    expect((await operator.get(path)).text).not.toContain('<script>alert');
});

test('the page of a person says which second factors and how many recovery codes the account has, and whether a new password needs one', async () => {
  const { operator, person } = await meet('support');
  const shown = async () => {
    const { text } = await operator.get(pathOf(person, 'support'));
    const facts = text.matchAll(/<dt>(?:Two-step verification|Passkey|Recovery codes)<\/dt><dd>(.*?)<\/dd>/g);
    return [
      text.includes('also need a recovery code'),
      ...[...facts].map(([, fact]) => fact?.replace(/.*>, /, '')),
    ];
  };
  expect(await shown()).toEqual([false, 'off']);
  await withPasskey(person);
  expect(await shown()).toEqual([true, 'not used yet', 'off', '10 left, not marked as saved yet']);
  await app.db.deleteFrom('recovery_codes').where('user_id', '=', person.record.id).execute();
  expect(await shown()).toEqual([true, 'not used yet', 'off', 'none left']);
});

testOnSqlite('an operator can mail a person a link to set a new password, and the link works', async () => {
  const { operator, person } = await meet('support');
  app.advance(1);
  const { status, headers } = await operator.send(pathOf(person), { do: 'reset', reason: 'support' });
  expect([status, headers.get('location')]).toEqual([303, pathOf(person, 'support')]);

  const password = 'another fine password';
  const token = await app.tokenMailedTo(person.email);
  expect((await app.browser().post(ACCOUNT_API.reset, { token, password })).status).toBe(200);
  expect(await toldAbout(app, person)).toEqual(['reset-ordered support', 'password-reset-requested']);
  const shown = await operator.get(pathOf(person, 'support'));
  expect(shown.text).toContain('A link for a new password is on its way');
});

test('an operator can end all sessions of one person, and the sessions of other people stay', async () => {
  const operator = await operatorInside(app, 'support');
  const [person, other] = [await signedInPerson(app), await signedInPerson(app)];
  const path = pathFor(CONSOLE.personSessions, person.record.id);
  expect((await operator.send(path, { reason: 'security' })).status).toBe(303);
  expect(await recordOf(person.browser)).toBeNull();
  expect(await recordOf(other.browser)).not.toBeNull();
  expect(await toldAbout(app, person)).toEqual(['sessions-ended security']);
});

testOnSqlite(
  'an operator can close and reopen an account; a sign-in to the closed account gives the reason',
  async () => {
    const { operator, person } = await meet('support');
    const signIn = () => app.browser().post(ACCOUNT_API.signIn, { email: person.email, password: PASSWORD });
    const unexplained = await operator.send(pathOf(person), { do: 'close', reason: 'legal' });
    expect([unexplained.status, unexplained.text]).toEqual([422, expect.stringContaining('choose a reason')]);
    await operator.send(pathOf(person), { do: 'close', reason: 'legal', closed: 'terms' });
    expect((await signIn()).json.message).toContain(CLOSED_REASONS.terms);
    await operator.send(pathOf(person), { do: 'reopen', reason: 'asked' });
    expect((await signIn()).status).toBe(200);
    const again = await operator.press(pathOf(person), { do: 'reopen', reason: 'asked' });
    expect(again.text).toContain('The account is open');
    const told = (await toldAbout(app, person)).filter((line) => line.startsWith('account-'));
    expect(told).toEqual(['account-closed terms', 'account-reopened asked']);
  },
);

test('operators’ notes about a person are in the person’s export, and deleting a note adds one audit line', async () => {
  const { operator, person } = await meet('support');
  await operator.send(pathOf(person), { do: 'note', reason: 'support', text: 'Prefers <b>Hindi</b>' });
  const { text } = await operator.get(pathOf(person, 'support'));
  expect(text).toContain('Prefers &lt;b&gt;Hindi');
  const exported = async () => (await exportOf(app, person)).tables.operator_notes;
  expect(await exported()).toMatchObject([{ text: 'Prefers <b>Hindi</b>' }]);
  const note = /name="note" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const deletion = { do: 'delete-note', reason: 'support', note };
  await operator.send(pathOf(await signedInPerson(app)), deletion);
  expect(await exported()).toHaveLength(1);
  for (let press = 0; press < 2; press++) await operator.send(pathOf(person), deletion);
  expect(await exported()).toEqual([]);
  expect(await auditLines(app.db, NOTE_DELETED.name)).toHaveLength(1);
});

testOnSqlite(
  'an operator can export a person’s data only with a reason and a recent proof of identity',
  async () => {
    const { operator, person } = await meet('support');
    const path = pathFor(PERSON_EXPORT, person.record.id);
    expect((await operator.send(path)).status).toBe(422);
    const { status, headers, text } = await operator.send(path, { reason: 'asked' });
    expect([status, headers.get('content-type'), text.slice(0, 2)]).toEqual([200, 'application/zip', 'PK']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="person-[\d-]+\.zip"$/);
    expect(await toldAbout(app, person)).toEqual(['data-exported asked']);
    app.advance(6 * 60_000);
    const asked = await operator.send(path, { reason: 'asked' });
    expect(asked.status).toBe(401);
    expect(asked.text).toContain(`<a href="${pathOf(person, 'asked')}">Back to the person</a>`);
  },
);

test('an owner deletes an account by typing its address or name, and a wrong name is refused before the proof of identity', async () => {
  const { operator, person } = await meet('owner');
  const path = pathFor(CONSOLE.personDelete, person.record.id);
  const { text } = await operator.get(pathOf(person, 'security'), FROM_HERE);
  expect(text.split(`action="${path}`)[1]).not.toContain(' selected>');
  for (const minutes of [0, 6]) {
    app.advance(minutes * 60_000);
    const wrong = await operator.press(`${path}?reason=security`, { reason: 'asked', typed: 'Devika' });
    expect(wrong.text).toContain(`Shown because: ${REASONS.security}.`);
    expect(wrong.text).toMatch(/<details class="help" open><summary>Delete.*"asked" selected.*"Devika"/);
    expect(wrong.text).toContain('neither the address nor the name');
  }
  const seen = { action: 'person-shown', detail: 'security' };
  expect((await linesAbout(app, person)).at(-1)).toMatchObject(seen);
  const right = { reason: 'asked', typed: ' devika menon' };
  const asked = await operator.send(`${path}?reason=security`, right);
  expect(asked.text).toContain('name="proof_password"');
  expect(asked.text).toContain(`<a href="${pathOf(person, 'security')}">Back to the person</a>`);
  expect(await recordOf(person.browser)).not.toBeNull();
  expect((await operator.send(path, { ...right, ...operator.proof() })).status).toBe(303);
  expect(await recordOf(person.browser)).toBeNull();
  expect((await app.mailsTo(person.email)).map(({ kind }) => kind)).toContain('account-deleted');
  const deleted = (await linesAbout(app, person)).filter(({ action }) => action !== 'person-shown');
  const actor = actorOf(operator);
  const expected = ['account-deleted', 'deletion-ordered'].map((action) => `${action} ${actor}`);
  expect(deleted.map((line) => `${line.action} ${line.actor}`).sort()).toEqual(expected);
});

test('[P-176] when an account is deleted, one mail tells the person why, and another tells every owner what was deleted', async () => {
  const [operator, other] = [await operatorInside(app, 'owner'), await operatorInside(app, 'owner')];
  for (const reason of REASON_NAMES) {
    const person = await signedInPerson(app);
    const path = pathFor(CONSOLE.personDelete, person.record.id);
    await operator.send(path, { reason, typed: person.email });
    const [mail] = await app.mailsTo(person.email);
    const text = mail?.text.replaceAll(/\s+/g, ' ') ?? '';
    const told = REASON_NAMES.filter((name) => text.includes(ACCOUNT_DELETED_WORDS[name].why));
    expect(told).toEqual([reason]);
    for (const { email } of [operator, other]) {
      const told = (await app.mailsTo(email)).filter(({ kind }) => kind === 'deleted-by-us');
      const found = told.filter(({ text }) => text.replaceAll(/\s+/g, ' ').includes(REASONS[reason]));
      expect(found).toHaveLength(1);
      expect(found[0]?.text).not.toContain(person.email);
    }
  }
});

const FIRST = 'remove its role first';
const OWNERS_ONLY = 'only an owner may act on it';
testOnSqlite(
  'operators cannot act on themselves, support cannot act on owners, and no operator’s account can be closed or deleted',
  async () => {
    await app.db.deleteFrom('staff').execute();
    const [owner, support] = [await operatorInside(app, 'owner'), await operatorInside(app, 'support')];
    for (const [path, fields, onSupport, onOwner] of [
      [CONSOLE.person, { do: 'close', reason: 'tidy', closed: 'terms' }, FIRST, FIRST],
      [PERSON_RECOVERY, { proof: ['call', 'identity'] }, FIRST, FIRST],
      [CONSOLE.personDelete, { reason: 'tidy' }, FIRST, 'Your role (support) can’t do this'],
      [CONSOLE.person, { do: 'reset', reason: 'asked' }, '', OWNERS_ONLY],
      [CONSOLE.person, { do: 'reopen', reason: 'asked' }, '', OWNERS_ONLY],
      [CONSOLE.personSessions, { reason: 'asked' }, '', OWNERS_ONLY],
      [PERSON_EXPORT, { reason: 'asked' }, '', OWNERS_ONLY],
    ] as const) {
      const act = async (who: typeof owner, { record, email }: Person) =>
        (await who.press(pathFor(path, record.id), { ...fields, typed: email })).text;
      expect(await act(owner, owner)).toContain('This is your own account');
      expect(await act(support, owner)).toContain(onOwner);
      if (onSupport !== '') expect(await act(owner, support)).toContain(onSupport);
    }
    for (const { browser } of [owner, support]) expect(await recordOf(browser)).not.toBeNull();
  },
);

test('the page of an operator’s account leaves out the actions that are not allowed, and says why', async () => {
  const owner = await operatorInside(app, 'owner');
  const support = await operatorInside(app, 'support');
  const offered = async (who: typeof owner, to: Person) => {
    const { text } = await who.get(pathOf(to, 'asked'));
    const titles = ['New password', 'Close the account', 'Delete the account', 'New note'];
    return [text, titles.filter((title) => text.includes(`>${title}<`))] as const;
  };
  const [own, onOwn] = await offered(owner, owner);
  expect(own).toContain('This is your own account.');
  expect(onOwn).toEqual([]);
  const [colleague, onColleague] = await offered(owner, support);
  expect(colleague).toContain('remove its role first');
  expect(onColleague).toEqual(['New password', 'New note']);
  const [ofOwner, onOwner] = await offered(support, owner);
  expect(ofOwner).toContain('only an owner may act on it');
  expect(onOwner).toEqual([]);
});
