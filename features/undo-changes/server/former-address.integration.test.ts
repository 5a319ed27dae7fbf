import { expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import { pressNotMe, toldTokens } from '#server/testing/changes.ts';
import { newAddress, PASSWORD, recordOf, signedInPerson } from '#server/testing/people.ts';
import { openSiteOfIssuer } from '#server/testing/social-site.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { CHANGES_A_DAY } from './note-change.ts';

/** While an account can move back to its former address, no other account can take it (docs/product.md, "Undo of changes"). */
const DAY = 24 * 60 * 60_000;

const app = await openSiteOfIssuer();

const signIn = async (email: string, password = PASSWORD) =>
  (await app.browser().post(ACCOUNT_API.signIn, { email, password })).status;
const kindsTo = async (email: string) => (await app.mailsTo(email)).map(({ kind }) => kind);
/** The number of sign-up confirmation links mailed to an address; the first link was for the account itself. */
const confirmationsTo = async (email: string) =>
  (await kindsTo(email)).filter((kind) => kind === 'verify-email').length;

/** Asks for another address, and returns the tokens mailed to that address for this request. */
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

/** An account that a thief has just moved to the thief's own address. */
async function moved() {
  const [victim, thiefs] = [await signedInPerson(app), newAddress()];
  const tokens = await askFor(thiefs, victim);
  app.advance(1);
  expect(await confirm(tokens)).toBe(200);
  app.advance(1);
  return { ...victim, former: victim.email, thiefs };
}

test('[A-73] the owner is mailed about a change of address and can undo it, however many others were requested before', async () => {
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
  expect(await signIn(victim.email)).toBe(200);
});

test('[A-64] a sign-up with an account’s former address is mailed that the account moved, with a link that undoes the move', async () => {
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
  expect([await signIn(former), await signIn(thiefs)]).toEqual([200, 401]);
});

test('a sign-up with an account’s former address gets its confirmation link only after seven days', async () => {
  const { former, record } = await moved();
  const newcomer = app.browser();
  await newcomer.post(ACCOUNT_API.signUp, { email: former, password: 'of a newcomer' });
  expect(await confirmationsTo(former)).toBe(1);
  app.advance(7 * DAY);
  await newcomer.post(ACCOUNT_API.signUp, { email: former, password: 'of a newcomer' });
  const token = await app.tokenMailedTo(former);
  expect((await newcomer.post(ACCOUNT_API.verify, { token })).status).toBe(200);
  expect((await recordOf(newcomer)).email).toBe(former);
  expect((await recordOf(newcomer)).id).not.toBe(record.id);
});

test('another account cannot move to an account’s former address while that account can still undo its move', async () => {
  const { former } = await moved();
  expect(await askFor(former, await signedInPerson(app))).toEqual([]);
  expect((await kindsTo(former))[0]).toBe('confirm-address');
});

test('a link that moves an account to an address is refused after another account has moved there and left again', async () => {
  const [mover, other, wanted] = [await signedInPerson(app), await signedInPerson(app), newAddress()];
  const others = await askFor(wanted, other);
  expect(await confirm(await askFor(wanted, mover))).toBe(200);
  app.advance(1);
  expect(await confirm(await askFor(newAddress(), mover))).toBe(200);
  expect(await confirm(others)).toBe(410);
});
