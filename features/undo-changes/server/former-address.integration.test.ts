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

/** Asks for a change to another address; returns the token that is mailed to that address, if any. */
async function askFor(email: string, { browser }: { browser: TestClient }): Promise<string | undefined> {
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  app.advance(1);
  const before = await app.tokensMailedTo(email);
  await browser.post(ADDRESS_CHANGE_API.ask, { email });
  return (await app.tokensMailedTo(email)).find((token) => !before.includes(token));
}
const confirm = async (token: string | undefined) =>
  (await app.browser().post(ADDRESS_CHANGE_API.confirm, { token })).status;

/** An account that a thief has just moved to the thief's own address. */
async function moved() {
  const victim = await signedInPerson(app);
  const thiefs = newAddress();
  const token = await askFor(thiefs, victim);
  app.advance(1);
  expect(await confirm(token)).toBe(200);
  app.advance(1);
  return { ...victim, former: victim.email, thiefs };
}

test('[A-73] the owner is mailed about a change of address and can undo it, however many others were requested before', async () => {
  const victim = await signedInPerson(app);
  for (let times = 0; times < CHANGES_A_DAY; times++) await askFor(newAddress(), victim);
  const token = await askFor(newAddress(), victim);
  const told = await toldTokens(app, victim.email);
  expect(await confirm(token)).toBe(200);
  const after = await toldTokens(app, victim.email);
  expect(after).toHaveLength(told.length + 1);
  const [link = ''] = after.filter((one) => !told.includes(one));
  await app.browser().post(ACCOUNT_API.signUp, { email: victim.email, password: 'of a stranger' });
  expect(await confirmationsTo(victim.email)).toBe(1);
  const back = await app.browser().post(CHANGES_API.takeBack, { token: link, proof: PASSWORD });
  expect(back.status).toBe(200);
  expect(await signIn(victim.email)).toBe(200);
});

test('[A-64] a sign-up with an account’s former address is mailed that the account moved, with a link that undoes the move', async () => {
  const { former, thiefs, record } = await moved();
  const victim = app.browser();
  const signedUp = await victim.post(ACCOUNT_API.signUp, { email: former, password: 'of the victim' });
  const elsewhere = await app.browser().post(ACCOUNT_API.signUp, { email: newAddress(), password: PASSWORD });
  expect([signedUp.status, signedUp.text]).toEqual([elsewhere.status, elsewhere.text]);
  const [mail] = await app.mailsTo(former);
  expect(mail?.kind).toBe('account-moved');
  const token = /not-me\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await pressNotMe(app, token)).json.kind).toBe('frozen');
  const back = await app.browser().post(CHANGES_API.takeBack, { token, proof: PASSWORD });
  expect(back.status).toBe(200);
  expect([await signIn(former), await signIn(thiefs)]).toEqual([200, 401]);
  const owner = app.db.selectFrom('users').select('id').where('email', '=', former);
  expect(await owner.execute()).toEqual([{ id: record.id }]);
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
  const { former, record } = await moved();
  const other = await signedInPerson(app);
  const early = await askFor(former, other);
  expect(early).toBeUndefined();
  expect((await kindsTo(former))[0]).toBe('confirm-address');
  const owner = app.db.selectFrom('users').select('id').where('email', '=', former);
  expect(await owner.execute()).toEqual([]);
  expect((await recordOf(other.browser)).email).toBe(other.email);
  expect(record.id).not.toBe(other.record.id);
});

test('a link that moves an account to an address is refused after another account has moved there and left again', async () => {
  const mover = await signedInPerson(app);
  const wanted = newAddress();
  const other = await signedInPerson(app);
  const token = await askFor(wanted, other);
  expect(await confirm(await askFor(wanted, mover))).toBe(200);
  app.advance(1);
  expect(await confirm(await askFor(newAddress(), mover))).toBe(200);
  expect(await confirm(token)).toBe(410);
});
