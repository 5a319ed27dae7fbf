import { expect, test } from 'vitest';
import {
  ADDRESS_CHANGE_WORDS,
  ADDRESS_TAKEN_MAIL,
  CONFIRM_ADDRESS_MAIL,
} from '#content/features/address-change.ts';
import { UNDO_CHANGES_RETENTION } from '#content/features/undo-changes-data.ts';
import { PAGES } from '#content/page-paths.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { MAILS_PER_ADDRESS } from '#features/accounts/server/limits.ts';
import { endAllSessions } from '#features/accounts/server/sessions.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { findPerson } from '#features/forms/server/own-messages.ts';
import { LAUNCH_LIST } from '#features/launch-list/contract.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import { ownRows, ownTables } from '#features/your-data/server/own-tables.ts';
import { deleteRows, findRows } from '#server/database/rows.ts';
import { claimDue, markSent } from '#server/mail/mail-queue.ts';
import { writeRequestedMails } from '#server/mail/requested-mails.ts';
import { withPasskey } from '#server/testing/passkeys.ts';
import {
  mailedResetToken,
  newAddress,
  PASSWORD,
  type Person,
  pressNotMe,
  proveForDeletion,
  recordOf,
  signedInPerson,
  toldToken,
  withCookiesOf,
} from '#server/testing/people.ts';
import { openSiteOfIssuer, socialSignIn } from '#server/testing/social-site.ts';
import { auditLines, removeOutlived } from '#server/testing/stored-rows.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';
import { describeOnSqlite } from '#server/testing/test-database.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

const app = await openSiteOfIssuer();

const ask = (browser: TestClient, email: string) => browser.post(ADDRESS_CHANGE_API.ask, { email });
const confirm = (token: string, browser = app.browser()) =>
  browser.post(ADDRESS_CHANGE_API.confirm, { token });
const cancel = async (browser: TestClient) =>
  (await browser.post(ADDRESS_CHANGE_API.cancel, {})).json.message;
const signIn = (email: string, password = PASSWORD) =>
  app.browser().post(ACCOUNT_API.signIn, { email, password });
const kindsTo = async (email: string) => (await app.mailsTo(email)).map(({ kind }) => kind);

async function provedPerson() {
  const person = await signedInPerson(app);
  await person.browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  return person;
}

async function deleteTheirAccount(person: Person): Promise<void> {
  await proveForDeletion(person);
  expect((await person.browser.delete(pathFor(PRODUCT_API.user, person.record.id))).status).toBe(200);
}
const awaitedBy = async (browser: TestClient) =>
  (await browser.get(ACCOUNT_API.security)).json.data.awaitedAddress;

/** Writes the requested mails that are due, and marks all waiting mails as sent. */
async function sendMails(): Promise<void> {
  await writeRequestedMails(app.deps);
  for (const { id } of await findRows(app.db, 'outbox', ['id'], { state: 'waiting' }))
    await markSent(app.db, id, app.deps.clock());
}

async function asked(email = newAddress()) {
  const person = await provedPerson();
  app.advance(1);
  expect((await ask(person.browser, email)).status).toBe(200);
  return { ...person, former: person.email, email, token: await app.tokenMailedTo(email) };
}

describeOnSqlite('requesting a new address', () => {
  test('[P-067] gets the same answer whether the new address is free, taken or unconfirmed; only the mail to it differs', async () => {
    const [free, waiting, { email: taken }] = [newAddress(), newAddress(), await signedInPerson(app)];
    await app.browser().post(ACCOUNT_API.signUp, { email: waiting, password: 'of a stranger' });
    const tables = ownTables(app.deps.features).filter(({ name }) =>
      ['outbox', 'address_changes'].includes(name),
    );
    const seenOf = async (email: string) => {
      const { browser, record } = await provedPerson();
      const { status, json } = await ask(browser, email);
      const awaited = [await awaitedBy(browser)];
      await app.mailsTo(email);
      awaited.push(await awaitedBy(browser));
      const person = (await findPerson(app.deps, { id: record.id })) ?? expect.fail();
      const rows: string[] = [];
      for (const table of tables)
        for await (const { id: _, email: _of, ...row } of ownRows(app.db, person, table))
          rows.push(JSON.stringify(row));
      expect(awaited).toEqual([email, email]);
      return { status, message: json.message.replace(email, 'it'), rows: rows.sort() };
    };
    const ofFree = await seenOf(free);
    expect(ofFree).toMatchObject({
      status: 200,
      message: filled(ADDRESS_CHANGE_WORDS.asked, { email: 'it' }),
      rows: expect.arrayContaining([expect.stringContaining('confirm-address')]),
    });
    for (const email of [taken, waiting]) expect(await seenOf(email)).toEqual(ofFree);
    const newestTo = async (email: string) =>
      (await app.mailsTo(email)).find(({ kind }) => kind === 'confirm-address')?.text;
    for (const email of [free, waiting]) expect(await newestTo(email)).toContain(PAGES.authAddress);
    expect(await newestTo(taken)).toContain(ADDRESS_TAKEN_MAIL.wording.heading);
  });

  test('[A-12] counts towards the mail limit of the new address, and replaces an earlier request that still waits', async () => {
    const [email, { browser }] = [newAddress(), await provedPerson()];
    for (let time = 0; time < 3; time++)
      await app.browser().post(ACCOUNT_API.signUp, { email, password: 'of a stranger' });
    expect(await kindsTo(email)).toHaveLength(3);
    await ask(browser, email);
    expect(await kindsTo(email)).toHaveLength(3);
    const other = newAddress();
    await ask(browser, other);
    app.advance(HOUR);
    expect(await kindsTo(email)).toHaveLength(3);
    expect(await kindsTo(other)).toEqual(['confirm-address']);
  });
});

describeOnSqlite('the link mailed to the new address', () => {
  test('[P-055] changes nothing when it is opened; its button changes the address once, within 24 hours, and signs nobody in', async () => {
    const { browser, record, former, email, token } = await asked();
    const elsewhere = app.browser();
    const said = await elsewhere.post(ACCOUNT_API.link, { token });
    expect(said.json.data).toEqual({ email, needsPassword: false });
    expect((await recordOf(browser)).email).toBe(former);
    const { json } = await confirm(token, elsewhere);
    expect(json).toMatchObject({ message: filled(ADDRESS_CHANGE_WORDS.changed, { email }), email });
    expect(await recordOf(elsewhere)).toBeNull();
    expect(await recordOf(browser)).toMatchObject({ id: record.id, email, email_verified: true });
    expect(await awaitedBy(browser)).toBeNull();
    expect((await confirm(token)).json.code).toBe('LINK_NOT_VALID');
    const late = await asked();
    app.advance(24 * HOUR);
    expect((await confirm(late.token)).json.code).toBe('LINK_NOT_VALID');
    await removeOutlived(app, app.deps.clock());
    expect(await app.db.selectFrom('address_changes').selectAll().execute()).toEqual([]);
    expect((await signIn(late.former)).status).toBe(200);
  });

  test('[P-083] the old address gets a mail whose link signs everyone out and, with the password, restores that address', async () => {
    const { browser, record, former, email, token } = await asked();
    await confirm(token);
    await ask(browser, newAddress());
    const told = await toldToken(app, former);
    expect((await pressNotMe(app, told)).status).toBe(200);
    expect(await recordOf(browser)).toBeNull();
    expect(await findRows(app.db, 'address_changes', ['email'], { user_id: record.id })).toEqual([]);
    const newcomer = app.browser();
    await newcomer.post(ACCOUNT_API.signUp, { email: former, password: 'of a stranger' });
    await app.browser().post(CHANGES_API.takeBack, { token: told, proof: PASSWORD });
    expect((await signIn(former)).status).toBe(200);
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(former, 'of a stranger')).json.code).toBe('INVALID_EMAIL_OR_PASSWORD');
  });

  test.each<[string, (person: Awaited<ReturnType<typeof asked>>) => Promise<unknown>]>([
    ['its requester, who cancels the change', ({ browser }) => browser.post(ADDRESS_CHANGE_API.cancel, {})],
    ['a passkey that is added', (person) => withPasskey(person)],
    ['a new account with the new address', ({ email }) => socialSignIn(app.browser(), 'google', { email })],
  ])('[A-38] is invalidated by %s', async (_, meanwhile) => {
    const person = await asked();
    await meanwhile(person);
    expect((await app.browser().post(ACCOUNT_API.link, { token: person.token })).json.data).toBeNull();
    expect((await confirm(person.token)).json.code).toBe('LINK_NOT_VALID');
  });

  test('cancelling a requested change twice ends the wait for the new address, and adds one audit line', async () => {
    const { browser, former } = await asked();
    const before = await auditLines(app.db, 'address-change-cancelled');
    expect(await cancel(browser)).toBe(ADDRESS_CHANGE_WORDS.cancelled);
    expect(await cancel(browser)).toBe(filled(ADDRESS_CHANGE_WORDS.notAwaited, { email: former }));
    expect(await awaitedBy(browser)).toBeNull();
    const lines = await auditLines(app.db, 'address-change-cancelled');
    expect(lines.length - before.length).toBe(1);
  });

  test('if the mailed link was used before the person cancels the change, the answer names the new address', async () => {
    const { browser, email, token } = await asked();
    await confirm(token);
    expect(await cancel(browser)).toBe(filled(ADDRESS_CHANGE_WORDS.notAwaited, { email }));
  });

  test('[P-126] requesting and confirming a new address each add an audit log entry, which contains no address', async () => {
    app.advance(1);
    const { length } = await auditLines(app.db);
    const { former, email, token } = await asked();
    await confirm(token);
    const lines = (await auditLines(app.db)).slice(length);
    const actions = lines.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['address-change-requested', 'address-changed']));
    expect(new Set(lines.map(({ subject }) => subject)).size).toBe(1);
    for (const address of [former, email]) expect(JSON.stringify(lines)).not.toContain(address);
  });
});

test('when two accounts confirm the same new address at once, one gets it and the other is refused', async () => {
  for (let round = 0; round < 4; round++) {
    const email = newAddress();
    const [one, two] = [await asked(email), await asked(email)];
    const answers = await Promise.all([one, two, one, two].map(({ token }) => confirm(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
    expect(await findRows(app.db, 'users', ['id'], { email })).toHaveLength(1);
  }
});

test('when an address change and a sign-up confirm one address at the same moment, only one of the two succeeds', async () => {
  for (let round = 0; round < 4; round++) {
    const { email, token } = await asked();
    app.advance(1);
    const newcomer = app.browser();
    await newcomer.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
    const verify = await app.tokenMailedTo(email);
    const answers = await Promise.all([confirm(token), newcomer.post(ACCOUNT_API.verify, { token: verify })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  }
});

describeOnSqlite('the old and the new address after the change', () => {
  test('an unconfirmed sign-up with the new address can no longer be used, and its next mail says that an account exists', async () => {
    const [email, stranger] = [newAddress(), app.browser()];
    await stranger.post(ACCOUNT_API.signUp, { email, password: 'of a stranger' });
    const theirs = await app.tokenMailedTo(email);
    await confirm((await asked(email)).token);
    const verified = await stranger.post(ACCOUNT_API.verify, { token: theirs });
    expect(verified.json.code).toBe('LINK_NOT_VALID');
    expect((await signIn(email, 'of a stranger')).json.code).toBe('INVALID_EMAIL_OR_PASSWORD');
    app.advance(5 * 60_000);
    expect((await stranger.post(ACCOUNT_API.resendVerification)).status).toBe(200);
    expect((await kindsTo(email))[0]).toBe('account-exists');
  });

  test('[A-39] no link to the old address can reset the password, whether it was requested before or after the change', async () => {
    const { former, token } = await asked();
    const reset = await mailedResetToken(app, former);
    await confirm(token);
    const { json } = await app.browser().post(ACCOUNT_API.reset, { token: reset, password: 'a thief’s own' });
    expect(json.code).toBe('LINK_NOT_VALID');
    await app.browser().post(ACCOUNT_API.requestReset, { email: former });
    expect(await kindsTo(former)).not.toContain('reset-password');
  });

  test('[A-40] a provider sign-in with the old address opens the account only if that provider was linked before', async () => {
    const { browser, record, former, token } = await asked();
    const linked = { email: newAddress(), account: '4712' };
    await socialSignIn(browser, 'github', linked, { purpose: 'link' });
    await confirm(token);
    const [stranger, owner] = [app.browser(), app.browser()];
    expect(await socialSignIn(stranger, 'google', { email: former })).toMatchObject({
      outcome: 'address-moved',
    });
    app.advance(UNDO_CHANGES_RETENTION['account-changes'].days * DAY);
    await socialSignIn(stranger, 'google', { email: former });
    expect(await recordOf(stranger)).toMatchObject({ email: former });
    expect((await recordOf(stranger)).id).not.toBe(record.id);
    await socialSignIn(owner, 'github', linked);
    expect((await recordOf(owner)).id).toBe(record.id);
  });

  test('[P-084] deleting the account keeps what was sent from the old address without signing in', async () => {
    const { former, email, token, ...person } = await asked();
    const send = (from: string, message: string) =>
      app.browser().post(pathFor(FORMS_API.submit, 'contact'), { name: 'Asha', email: from, message });
    await send(former, 'from the old one');
    await send(email, 'from the new one');
    await app.browser().post(LAUNCH_LIST, { email: former });
    expect(await kindsTo(former)).toContain('launch-list-confirm');
    await confirm(token);
    await deleteTheirAccount({ ...person, email });
    const left = await findRows(app.db, 'submissions', ['message'], { email: [former, email] });
    expect(left).toEqual([{ message: 'from the old one' }]);
    expect(await findRows(app.db, 'launch_list', ['id'], { email: former })).toHaveLength(1);
  });

  test('deleting accounts does not reset the mail limit of an address; the records of the limit last one day', async () => {
    const email = newAddress();
    const fromOneNetwork = async () => {
      const { browser, ...person } = await provedPerson();
      const inNetwork = createTestClient(app.server, app.deps.origin, '203.0.113.9');
      return { ...person, browser: withCookiesOf(browser, inNetwork) };
    };
    for (let time = 0; time < MAILS_PER_ADDRESS.signUpsADayPerNetwork; time++) {
      const person = await fromOneNetwork();
      expect((await ask(person.browser, email)).status).toBe(200);
      await sendMails();
      await deleteTheirAccount(person);
      app.advance(60_000);
    }
    const next = await fromOneNetwork();
    expect((await ask(next.browser, email)).json.code).toBe('CONFIRMATIONS_USED_UP');
    await removeOutlived(app, new Date(app.deps.clock().getTime() + DAY));
    expect(await findRows(app.db, 'outbox', ['id'], { recipient: email })).toEqual([]);
  });

  test.each<[string, (person: Person) => Promise<unknown>]>([
    ['the account that requested it is deleted', deleteTheirAccount],
    [
      'all access to the account that requested it ends',
      ({ record }) => endAllSessions(app.deps, record.id, { actor: 'operator', detail: '' }),
    ],
  ])(
    'a mail counts towards the limit of the new address even if, while it is being sent, %s',
    async (_, end) => {
      const [email, person] = [newAddress(), await provedPerson()];
      await ask(person.browser, email);
      await writeRequestedMails(app.deps);
      const now = app.deps.clock();
      await claimDue(app.db, 1_000, now, new Date(now.getTime() + HOUR));
      await end(person);
      const left = await findRows(app.db, 'outbox', ['state', 'text_body'], { recipient: email });
      expect(left).toEqual([{ state: 'sent', text_body: '' }]);
    },
  );

  test('mails to a person who requested an account’s address do not reveal that this account was deleted', async () => {
    const owner = await signedInPerson(app);
    const people = [await provedPerson(), await provedPerson()] as const;
    // Deletes the sign-up of one person, as the site does after some days.
    await deleteRows(app.db, 'sign_ups', { id: people[0].record.id });
    for (const work of [sendMails, () => writeRequestedMails(app.deps), async () => {}])
      for (const { browser } of people) {
        await ask(browser, owner.email);
        await work();
        // Waits as long as the site waits between two mails to one address.
        app.advance(MAILS_PER_ADDRESS.secondsBetween * 1_000);
      }
    const mailsOf = () => {
      const user_id = people.map(({ record }) => record.id);
      return findRows(app.db, 'outbox', ['id', 'user_id', 'state'], {
        user_id,
        kind: CONFIRM_ADDRESS_MAIL.name,
      });
    };
    const before = await mailsOf();
    for (const { record } of people) {
      const states = before.filter(({ user_id }) => user_id === record.id).map(({ state }) => state);
      expect(states.sort()).toEqual(['requested', 'sent', 'waiting']);
    }
    await deleteTheirAccount(owner);
    expect(await mailsOf()).toEqual(before);
  });
});
