import { expect, test } from 'vitest';
import { ACCOUNT_CHANGED_MAIL } from '#content/features/undo-changes.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { withPasskey } from '#server/testing/passkeys.ts';
import {
  mailedResetToken,
  newAddress,
  PASSWORD,
  type Person,
  recordOf,
  signedInPerson,
} from '#server/testing/people.ts';
import { withSecondStep } from '#server/testing/second-step.ts';
import { openOwnApp, openSharedApp } from '#server/testing/test-app.ts';
import { closeAccount } from './closed-accounts.ts';
import { requestReset } from './password-reset.ts';

const HOUR = 60 * 60_000;
/** A passkey of which the browser does not say that it names its account. */
const SAYS_NOTHING = { isResident: false };

const app = await openSharedApp();

const codesOf =
  ({ recoveryCodes: [code = ''] }: { recoveryCodes: readonly string[] }) =>
  () =>
    code;
const reset = (token: string, password = 'a new password') =>
  app.browser().post(ACCOUNT_API.reset, { token, password });

test('[P-058] a reset sets the password, once, ends every session and keeps the record', async () => {
  const { email, browser } = await signedInPerson(app);
  await browser.post(PRODUCT_API.saveUser, { name: 'Asha', about: 'mine' });
  const other = app.browser();
  await other.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  const token = await mailedResetToken(app, email);
  expect((await recordOf(browser)).email).toBe(email);
  expect((await reset(token)).json.message).toBe(MESSAGES.passwordReset);
  for (const client of [browser, other]) expect(await recordOf(client)).toBeNull();
  expect((await other.post(ACCOUNT_API.signIn, { email, password: PASSWORD })).status).toBe(401);
  const signedIn = await other.post(ACCOUNT_API.signIn, { email, password: 'a new password' });
  expect(signedIn.json.data).toMatchObject({ name: 'Asha', about: 'mine' });
  expect((await reset(token)).json.code).toBe('LINK_NOT_VALID');
});

test('a reset signs the browser in at once that did it, known to the account or not', async () => {
  const { email, record, browser } = await signedInPerson(app);
  await browser.post(ACCOUNT_API.signOut);
  for (const [at, each] of [browser, app.browser()].entries()) {
    const token = await mailedResetToken(app, email);
    const { json } = await each.post(ACCOUNT_API.reset, { token, password: `a new password ${at}` });
    expect(json).toMatchObject({ message: MESSAGES.passwordReset, email, data: { id: record.id } });
    expect((await recordOf(each)).id).toBe(record.id);
  }
  expect(await recordOf(browser), 'of the reset before').toBeNull();
});

test('a reset mails one note of it', async () => {
  const { email } = await signedInPerson(app);
  await reset(await mailedResetToken(app, email));
  const kinds = (await app.mailsTo(email)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === ACCOUNT_CHANGED_MAIL.name)).toHaveLength(1);
});

test.each<[string, (person: Person) => Promise<() => string>]>([
  ['an app', async (person) => (await withSecondStep(app, person)).code],
  ['a passkey', async (person) => codesOf(await withPasskey(person))],
  ['a passkey that keeps no name', async (person) => codesOf(await withPasskey(person, SAYS_NOTHING))],
])('[A-68] a reset of an account with %s asks for a code as well, and signs in with it', async (_, guard) => {
  const person = await signedInPerson(app);
  const { email, record } = person;
  const code = await guard(person);
  app.advance(HOUR);
  const token = await mailedResetToken(app, email);
  const browser = app.browser();
  const tryWith = (typed?: string) =>
    browser.post(ACCOUNT_API.reset, { token, password: 'a new password', code: typed });
  const without = await tryWith();
  expect([without.status, without.json.code]).toEqual([428, 'RESET_CODE_NEEDED']);
  expect((await tryWith('000000')).json.code).toBe('SECOND_STEP_REFUSED');
  expect(await recordOf(browser)).toBeNull();
  expect((await recordOf(person.browser)).email).toBe(email);
  expect((await tryWith(code())).json).toMatchObject({
    message: MESSAGES.passwordReset,
    data: { id: record.id },
  });
  expect((await recordOf(browser)).id).toBe(record.id);
  expect(await recordOf(person.browser)).toBeNull();
});

test('a closed account is mailed no link, and one that was mailed before sets no password', async () => {
  const { email } = await signedInPerson(app);
  const token = await mailedResetToken(app, email);
  const hash = () =>
    app.db
      .selectFrom('passwords as p')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select('p.hash')
      .where('u.email', '=', email)
      .executeTakeFirst();
  const before = await hash();
  await closeAccount(app.deps, email, 'terms', { actor: 'operator' });
  expect((await reset(token)).json.code).toBe('LINK_NOT_VALID');
  app.advance(1);
  await app.browser().post(ACCOUNT_API.requestReset, { email });
  expect((await app.mailsTo(email)).filter(({ kind }) => kind === 'reset-password')).toHaveLength(1);
  expect(await hash()).toEqual(before);
});

test('a sign-in with the old password that is under way opens no session that outlives the reset', async () => {
  for (let round = 0; round < 6; round++) {
    const { email } = await signedInPerson(app);
    const token = await mailedResetToken(app, email);
    const thieves = Array.from({ length: 6 }, () => app.browser());
    // The reset begins first: it has to be over while some sign-in, its password checked, has no session yet.
    const [changed, ...answers] = await Promise.all([
      reset(token),
      ...thieves.map((thief) => thief.post(ACCOUNT_API.signIn, { email, password: PASSWORD })),
    ]);
    expect(changed.status).toBe(200);
    for (const { status } of answers) expect([200, 401]).toContain(status);
    for (const thief of thieves) expect(await recordOf(thief)).toBeNull();
  }
  expect(app.logLines().filter((line) => /"level":"error"/.test(line))).toEqual([]);
});

test('[P-059] links live their hour beside newer ones, and using one ends all', async () => {
  const { email } = await signedInPerson(app);
  const first = await mailedResetToken(app, email);
  const second = await mailedResetToken(app, email);
  const third = await mailedResetToken(app, email);
  expect((await reset(second)).status).toBe(200);
  for (const token of [first, third]) expect((await reset(token)).json.code).toBe('LINK_NOT_VALID');
  const late = await mailedResetToken(app, email);
  app.advance(HOUR);
  expect((await reset(late)).status).toBe(410);
});

test('[P-162] asking is never refused and changes no password, and at most five mails an hour are sent; the links in them go on working', async () => {
  const { email } = await signedInPerson(app);
  const token = await mailedResetToken(app, email);
  for (let time = 0; time < 12; time++) {
    expect((await app.browser().post(ACCOUNT_API.requestReset, { email })).status).toBe(200);
    await app.mailsTo(email);
  }
  const resets = async () => (await app.mailsTo(email)).filter(({ kind }) => kind === 'reset-password');
  expect(await resets()).toHaveLength(5);
  const signIn = await app.browser().post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  expect(signIn.status).toBe(200);
  expect((await reset(token)).status).toBe(200);
  app.advance(HOUR + 1);
  await mailedResetToken(app, email);
  expect(await resets()).toHaveLength(6);
});

test('however often strangers ask for an address, at the limits of a real site, its owner’s asking is taken', async () => {
  const real = await openOwnApp({ RATE_LIMIT_SCALE: '1' });
  const { email } = await signedInPerson(real);
  const ask = async () => (await real.browser().post(ACCOUNT_API.requestReset, { email })).status;
  for (let time = 0; time < 110; time++) expect(await ask()).toBe(200);
});

test('any number of requests leaves no more lines in the audit log than mails', async () => {
  const { email } = await signedInPerson(app);
  const countLines = async () => {
    const lines = await app.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'password-reset-requested')
      .execute();
    return lines.length;
  };
  const before = await countLines();
  for (const to of [email, newAddress()])
    for (let time = 0; time < 10; time++) await requestReset(app.deps, { email: to });
  await app.mailsTo(email);
  expect((await countLines()) - before).toBe(5);
});

test('[A-05] an unknown address gets the same answer, the same row and no mail', async () => {
  const { email } = await signedInPerson(app);
  const unknown = newAddress();
  const known = await app.browser().post(ACCOUNT_API.requestReset, { email });
  const answer = await app.browser().post(ACCOUNT_API.requestReset, { email: unknown });
  expect([answer.status, answer.text]).toEqual([known.status, known.text]);
  const rowsOf = (recipient: string) =>
    app.db
      .selectFrom('outbox')
      .select(['user_id', 'state', 'kind', 'network', 'text_body'])
      .where('recipient', '=', recipient)
      .where('kind', '=', 'reset-password')
      .execute();
  expect(await rowsOf(unknown)).toEqual(await rowsOf(email));
  expect(await app.mailsTo(unknown)).toEqual([]);
  expect(await rowsOf(unknown)).toEqual([]);
});

test('the address of a sign-up that waits gets no reset mail: it is no account', async () => {
  const email = newAddress();
  await app.browser().post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  await app.browser().post(ACCOUNT_API.requestReset, { email });
  expect((await app.mailsTo(email)).map(({ kind }) => kind)).toEqual(['verify-email']);
});

test('a bad new password changes nothing and keeps the link', async () => {
  const { email } = await signedInPerson(app);
  const token = await mailedResetToken(app, email);
  expect((await reset(token, 'short')).json.fields).toEqual([
    { field: 'password', message: filled(FIELD_ERRORS.TOO_SHORT, { min: 6 }) },
  ]);
  expect((await reset(token)).status).toBe(200);
});
