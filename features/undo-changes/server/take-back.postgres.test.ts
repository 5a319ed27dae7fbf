import { describe, expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import {
  changePassword,
  contestedPassword,
  NEW_PASSWORD,
  pressNotMe,
  toldToken,
} from '#server/testing/changes.ts';
import { signInByPasskey, withPasskey } from '#server/testing/passkeys.ts';
import { PASSWORD, type Person, signedInPerson } from '#server/testing/people.ts';
import { HALF_MINUTE, withSecondStep } from '#server/testing/second-step.ts';
import { openSharedSocialSite } from '#server/testing/social-site.ts';

const app = await openSharedSocialSite();

/** What a sign-in comes to: the code of a refusal, `code-needed`, or `in`. */
async function signIn(email: string, password = PASSWORD, browser = app.browser()): Promise<string> {
  const { status, json } = await browser.post(ACCOUNT_API.signIn, { email, password });
  if (status === 202) return 'code-needed';
  return status === 200 ? 'in' : json.code;
}
async function byPasskey(key: Awaited<ReturnType<typeof withPasskey>>): Promise<string> {
  const { status, json } = await signInByPasskey(key, app.browser());
  return status === 200 ? 'in' : json.code;
}
const takeBack = (token: string, proof: string) => app.browser().post(CHANGES_API.takeBack, { token, proof });
/** Adds a passkey, a moment after what came before. */
async function addPasskey(person: Person) {
  app.advance(1);
  const key = await withPasskey(person);
  return { key, token: await toldToken(app, person.email) };
}

describe('taking back by the link', () => {
  test('[A-22] undoes all that came later, and what came earlier stays', async () => {
    const person = await signedInPerson(app);
    const { key: older } = await addPasskey(person);
    const { key: newer, token } = await addPasskey(person);
    await changePassword(person);
    app.advance(1);
    await person.browser.post(PASSKEY_API.remove, { id: older.id });
    const later = await toldToken(app, person.email);
    await pressNotMe(app, later);
    await pressNotMe(app, token);
    expect((await takeBack(token, PASSWORD)).status).toBe(200);
    expect([await byPasskey(older), await byPasskey(newer)]).toEqual(['in', 'PASSKEY_REFUSED']);
    expect(await signIn(person.email)).toBe('in');
    expect((await pressNotMe(app, later)).json.code).toBe('LINK_NOT_VALID');
  });

  test('with a recovery code of before spends it, and brings the second step back with the others', async () => {
    const person = await signedInPerson(app);
    const { code, recoveryCodes } = await withSecondStep(app, person);
    const [used = '', one = '', two = ''] = recoveryCodes;
    app.advance(2 * HALF_MINUTE);
    const elsewhere = app.browser();
    await signIn(person.email, PASSWORD, elsewhere);
    await elsewhere.post(SECOND_STEP_API.signIn, { code: used, trust: false });
    app.advance(HALF_MINUTE);
    await person.browser.post(SECOND_STEP_API.off, { code: code() });
    const token = await toldToken(app, person.email);
    await pressNotMe(app, token);
    expect((await takeBack(token, used)).json.code).toBe('TAKE_BACK_REFUSED');
    expect((await takeBack(token, one)).status).toBe(200);
    const browser = app.browser();
    expect(await signIn(person.email, PASSWORD, browser)).toBe('code-needed');
    const enter = (typed: string) => browser.post(SECOND_STEP_API.signIn, { code: typed, trust: false });
    expect((await enter(one)).json.code).toBe('SECOND_STEP_REFUSED');
    expect((await enter(two)).status).toBe(200);
  });

  test('happens once when it is asked for twice at once', async () => {
    const person = await signedInPerson(app);
    const token = await contestedPassword(app, person);
    const answers = await Promise.all([takeBack(token, PASSWORD), takeBack(token, PASSWORD)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });
});

test('of two changes at once each is told, and taking back the first undoes both', async () => {
  const person = await signedInPerson(app);
  const { key, token } = await addPasskey(person);
  app.advance(1);
  await Promise.all([
    person.browser.post(ACCOUNT_API.password, { password: NEW_PASSWORD }),
    person.browser.post(PASSKEY_API.remove, { id: key.id }),
  ]);
  const rows = await app.db
    .selectFrom('account_changes')
    .select('kind')
    .where('user_id', '=', person.record.id)
    .execute();
  expect(rows.map(({ kind }) => kind).sort()).toEqual(['passkeys', 'passkeys', 'password']);
  await pressNotMe(app, token);
  expect((await takeBack(token, PASSWORD)).status).toBe(200);
  expect(await signIn(person.email)).toBe('in');
});
