import { describe, expect, test } from 'vitest';
import { CHANGES_TOLD } from '#content/features/undo-changes.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { reopenAccount } from '#features/accounts/server/closed-accounts.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { SOCIAL_API } from '#features/social-sign-in/contract.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import { withPasskey } from '#server/testing/passkeys.ts';
import {
  changePassword,
  HALF_MINUTE,
  newAddress,
  PASSWORD,
  pressNotMe,
  recordOf,
  resetPassword,
  signedInPerson,
  toldToken,
  toldTokens,
  withSecondStep,
} from '#server/testing/people.ts';
import { openSiteOfIssuer, socialSignIn } from '#server/testing/social-site.ts';
import { removeOutlived } from '#server/testing/stored-rows.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { timeInWords } from '#server/time.ts';
import { CHANGES_A_DAY } from './note-change.ts';

const DAY = 24 * 60 * 60_000;
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0' };

const app = await openSiteOfIssuer();

async function toldTo(email: string): Promise<readonly string[]> {
  const mails = (await app.mailsTo(email)).filter(({ kind }) => kind === 'account-changed');
  const sentences = Object.values(CHANGES_TOLD).flatMap((kind) =>
    Object.values(kind).map(({ what }) => what),
  );
  return mails
    .map(({ text }) => sentences.find((what) => text.replaceAll(/\s+/g, ' ').includes(what)) ?? text)
    .sort();
}
const signIn = (email: string, browser = app.browser(), password = PASSWORD) =>
  browser.post(ACCOUNT_API.signIn, { email, password }, FIREFOX);

describe('a sign-in from a new device', () => {
  test('is reported to the owner by one mail, with the kind of browser and the time', async () => {
    const { email } = await signedInPerson(app);
    const browser = app.browser();
    app.advance(1);
    await signIn(email, browser);
    const [mail] = await app.mailsTo(email);
    expect(mail?.kind).toBe('account-changed');
    expect(mail?.subject).toContain(CHANGES_TOLD.device.other.title);
    expect(mail?.text).toContain('Firefox on Linux');
    expect(mail?.text).toContain(timeInWords(app.deps.clock().toISOString()));
    await browser.post(ACCOUNT_API.signOut);
    await signIn(email, browser);
    expect(await toldTo(email)).toEqual([CHANGES_TOLD.device.other.what]);
  });

  test('is not reported in the browser that confirmed its sign-up, nor once after another browser confirmed the address', async () => {
    const { email } = await signedInPerson(app);
    expect(await toldTo(email)).toEqual([]);
    const other = newAddress();
    await app.browser().post(ACCOUNT_API.signUp, { email: other, password: PASSWORD });
    const token = await app.tokenMailedTo(other);
    await app.browser().post(ACCOUNT_API.verify, { token, password: PASSWORD });
    await signIn(other);
    expect(await toldTo(other)).toEqual([]);
    await signIn(other);
    expect(await toldTo(other)).toEqual([CHANGES_TOLD.device.other.what]);
  });
});

test('[P-052] every change of a sign-in method is mailed to the owner', async () => {
  const person = await signedInPerson(app);
  const { browser, email } = person;
  const key = await withPasskey(person);
  expect(await toldTo(email)).toEqual([CHANGES_TOLD.passkeys.added.what]);
  await browser.post(PASSKEY_API.rename, { id: key.id, name: 'Laptop' });
  await browser.post(PASSKEY_API.remove, { id: key.id });
  await browser.post(PASSKEY_API.remove, { id: key.id });
  const atProvider = { email: newAddress(), account: '4712' };
  await socialSignIn(browser, 'github', atProvider, { purpose: 'link' });
  await socialSignIn(browser, 'github', atProvider, { purpose: 'link' });
  await browser.post(SOCIAL_API.unlink, { provider: 'github' });
  await browser.post(SOCIAL_API.unlink, { provider: 'github' });
  const { code } = await withSecondStep(app, person);
  app.advance(2 * HALF_MINUTE);
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD, code: code() });
  app.advance(HALF_MINUTE);
  await browser.post(SECOND_STEP_API.recoveryCodes, { code: code() });
  app.advance(HALF_MINUTE);
  await browser.post(SECOND_STEP_API.off, { code: code() });
  await browser.post(ADDRESS_CHANGE_API.ask, { email: newAddress() });
  await changePassword(person);
  await resetPassword(app, email, PASSWORD);
  const { address, passkeys, providers, 'second-step': secondStep, password } = CHANGES_TOLD;
  const changes = [
    ...[passkeys.added, passkeys.removed, providers['github linked'], providers['github unlinked']],
    ...[secondStep.on, secondStep.codes, secondStep.off, address.asked, password.other, password.reset],
  ];
  expect(await toldTo(email)).toEqual(changes.map(({ what }) => what).sort());
});

test('linking a provider at a sign-in is mailed to the owner, but signing up with a provider is not', async () => {
  const [{ email }, newcomer] = [await signedInPerson(app), newAddress()];
  for (const address of [email, newcomer]) await socialSignIn(app.browser(), 'google', { email: address });
  const linked = [CHANGES_TOLD.providers['google linked'].what, CHANGES_TOLD.device.other.what];
  expect(await toldTo(email)).toEqual(linked.sort());
  expect(await toldTo(newcomer)).toEqual([]);
});

test('[A-74] after too many password changes in a day, another is refused, but a reset succeeds and is mailed to the owner', async () => {
  const { browser, email } = await signedInPerson(app);
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  const change = (at: number) => browser.post(ACCOUNT_API.password, { password: `horse number ${at}` });
  const most = CHANGES_A_DAY;
  for (let at = 1; at <= most; at++) expect((await change(at)).status).toBe(200);
  const refused = await change(most + 1);
  expect([refused.status, refused.json.code]).toEqual([429, 'RATE_LIMITED']);
  expect((await signIn(email, browser, `horse number ${most}`)).status).toBe(200);
  expect((await resetPassword(app, email, 'of the owner')).status).toBe(200);
  expect(await toldTo(email)).toHaveLength(most + 1);
});

test('the page of a mailed link gets what was changed, when, and what the owner has decided since', async () => {
  const person = await signedInPerson(app);
  const { email } = person;
  await changePassword(person);
  const [token, now] = [await toldToken(app, email), app.deps.clock().toISOString()];
  const told = { title: CHANGES_TOLD.password.other.title, when: timeInWords(now) };
  const link = async () => (await app.browser().post(ACCOUNT_API.link, { token })).json.data;
  expect(await link()).toEqual({ email, needsPassword: false, change: { ...told, step: 'ready' } });
  await pressNotMe(app, token);
  expect((await link()).change).toEqual({ ...told, step: 'frozen' });
  await reopenAccount(app.deps, email, { actor: 'operator', detail: 'asked' });
  expect((await link()).change.step).toBe('kept');
});

test('[P-053] the record of a change is deleted after a week, and the token in its mail is not stored in plain text', async () => {
  const person = await signedInPerson(app);
  await changePassword(person);
  const stored = async () =>
    app.db.selectFrom('account_changes').selectAll().where('user_id', '=', person.record.id).execute();
  expect(JSON.stringify(await stored())).not.toContain(await toldToken(app, person.email));
  app.advance(7 * DAY - 1);
  await removeOutlived(app, app.deps.clock());
  expect(await stored()).toHaveLength(1);
  app.advance(1);
  await removeOutlived(app, app.deps.clock());
  expect(await stored()).toEqual([]);
});

const kindsTo = async (email: string) => (await app.mailsTo(email)).map(({ kind }) => kind);
/** Counts the mailed confirmation links, including the one from the sign-up of the account itself. */
const confirmationsTo = async (email: string) =>
  (await kindsTo(email)).filter((kind) => kind === 'verify-email').length;

async function askFor(email: string, { browser }: { browser: TestClient }): Promise<string[]> {
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  app.advance(1);
  const before = await app.tokensMailedTo(email);
  await browser.post(ADDRESS_CHANGE_API.ask, { email });
  return (await app.tokensMailedTo(email)).filter((token) => !before.includes(token));
}
const confirm = async ([token]: readonly string[]) =>
  (await app.browser().post(ADDRESS_CHANGE_API.confirm, { token })).status;
const takeBack = async (token: string) =>
  (await app.browser().post(CHANGES_API.takeBack, { token, proof: PASSWORD })).status;

/** Creates a person whose account a thief has just moved to the thief’s own address. */
async function moved() {
  const [victim, thiefs] = [await signedInPerson(app), newAddress()];
  const tokens = await askFor(thiefs, victim);
  app.advance(1);
  expect(await confirm(tokens)).toBe(200);
  app.advance(1);
  return { ...victim, former: victim.email, thiefs };
}

test('[A-73] a change of address is mailed to the owner, who can undo it, however many changes were requested before', async () => {
  const victim = await signedInPerson(app);
  for (let times = 0; times < CHANGES_A_DAY; times++) await askFor(newAddress(), victim);
  const tokens = await askFor(newAddress(), victim);
  const told = await toldTokens(app, victim.email);
  expect(await confirm(tokens)).toBe(200);
  const after = await toldTokens(app, victim.email);
  expect(after).toHaveLength(told.length + 1);
  const [link = ''] = after.filter((one) => !told.includes(one));
  await app.browser().post(ACCOUNT_API.signUp, { email: victim.email, password: 'of a stranger' });
  expect(await confirmationsTo(victim.email)).toBe(1);
  expect(await takeBack(link)).toBe(200);
  expect((await signIn(victim.email)).status).toBe(200);
});

test('[A-64] a sign-up with an account’s former address gets a mail with a link that undoes the change of address', async () => {
  const { former, thiefs } = await moved();
  const victim = app.browser();
  const signedUp = await victim.post(ACCOUNT_API.signUp, { email: former, password: 'of the victim' });
  const elsewhere = await app.browser().post(ACCOUNT_API.signUp, { email: newAddress(), password: PASSWORD });
  expect([signedUp.status, signedUp.text]).toEqual([elsewhere.status, elsewhere.text]);
  const [mail] = await app.mailsTo(former);
  expect(mail?.kind).toBe('account-moved');
  const token = /not-me\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await pressNotMe(app, token)).json.kind).toBe('frozen');
  expect(await takeBack(token)).toBe(200);
  expect([(await signIn(former)).status, (await signIn(thiefs)).status]).toEqual([200, 401]);
});

test('a sign-up with an address that its account gave up and took again gets the mail that an account exists', async () => {
  const { former, ...person } = await moved();
  expect(await confirm(await askFor(former, person))).toBe(200);
  app.advance(1);
  await app.browser().post(ACCOUNT_API.signUp, { email: former, password: 'of a stranger' });
  expect((await kindsTo(former))[0]).toBe('account-exists');
});

test('for seven days, an account’s former address gets no link for a new account or for another account’s change', async () => {
  const { former, record } = await moved();
  const newcomer = app.browser();
  const signUp = () => newcomer.post(ACCOUNT_API.signUp, { email: former, password: 'of a newcomer' });
  await signUp();
  expect(await confirmationsTo(former)).toBe(1);
  expect(await askFor(former, await signedInPerson(app))).toEqual([]);
  expect((await kindsTo(former))[0]).toBe('confirm-address');
  app.advance(7 * DAY);
  await signUp();
  const token = await app.tokenMailedTo(former);
  expect((await newcomer.post(ACCOUNT_API.verify, { token })).status).toBe(200);
  expect(await recordOf(newcomer)).toMatchObject({ email: former });
  expect((await recordOf(newcomer)).id).not.toBe(record.id);
});

test('a mailed link for a new address is refused if another account has had this address since', async () => {
  const [mover, other, wanted] = [await signedInPerson(app), await signedInPerson(app), newAddress()];
  const others = await askFor(wanted, other);
  expect(await confirm(await askFor(wanted, mover))).toBe(200);
  app.advance(1);
  expect(await confirm(await askFor(newAddress(), mover))).toBe(200);
  expect(await confirm(others)).toBe(410);
});
