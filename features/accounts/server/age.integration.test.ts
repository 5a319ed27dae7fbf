import { describe, expect, test } from 'vitest';
import { AGE_API } from '#contract/age.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { findRow } from '#server/database/rows.ts';
import { newAddress, PASSWORD, recordOf } from '#server/testing/people.ts';
import { openSocialSite, socialSignIn } from '#server/testing/social-site.ts';
import { snapshotTables } from '#server/testing/stored-rows.ts';
import type { TestClient } from '#server/testing/test-client.ts';

/** A person born on this date turns 18 when the test’s clock starts. */
const EIGHTEEN_TODAY = '2008-11-21';
const YOUNGER = '2008-11-22';
const HOUR = 60 * 60_000;

const app = await openSocialSite({ MINIMUM_AGE: '18' });

const tell = (browser: TestClient, birthDate: string) => browser.post(AGE_API, { birthDate });
const signUp = (browser: TestClient, email = newAddress()) =>
  browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
const ageMet = async (browser: TestClient) =>
  (await findRow(app.db, 'users', ['age_met'], { id: (await recordOf(browser)).id }))?.age_met;

describe('a sign-up where the minimum age is 18', () => {
  test('[P-027] is refused without a date of birth, and nothing is stored about a person who is too young', async () => {
    const before = await snapshotTables(app.db);
    const browser = app.browser();
    expect((await signUp(browser)).json.code).toBe('BIRTH_DATE_NEEDED');
    const refused = await tell(browser, YOUNGER);
    expect(refused).toMatchObject({ status: 403, json: { code: 'TOO_YOUNG' } });
    expect(refused.json.message).toContain('18');
    expect([...browser.cookies.keys()]).toEqual([]);
    expect((await signUp(browser)).json.code).toBe('BIRTH_DATE_NEEDED');
    expect(await snapshotTables(app.db)).toEqual(before);
  });

  test('[P-026] is allowed on the 18th birthday, and stores the minimum age that was met, but no date of birth', async () => {
    const [browser, email] = [app.browser(), newAddress()];
    expect((await tell(browser, EIGHTEEN_TODAY)).status).toBe(200);
    expect((await signUp(browser, email)).status).toBe(200);
    expect(browser.cookies.has('age_met')).toBe(false);
    await browser.post(ACCOUNT_API.verify, { token: await app.tokenMailedTo(email) });
    expect(await ageMet(browser)).toBe(18);
    const kept = [await snapshotTables(app.db), app.logLines()];
    expect(JSON.stringify(kept)).not.toContain(EIGHTEEN_TODAY);
  });

  test('is refused if the age cookie is forged, incomplete or older than an hour', async () => {
    const browser = app.browser();
    await tell(browser, EIGHTEEN_TODAY);
    const signed = browser.cookies.get('age_met') ?? '';
    const older = Buffer.from(JSON.stringify({ value: 99, until: Number.MAX_SAFE_INTEGER }));
    const forged = `${older.toString('base64url')}.${signed.split('.')[1]}`;
    for (const changed of [forged, signed.slice(0, -1), '18', '']) {
      browser.cookies.set('age_met', changed);
      expect((await signUp(browser)).json.code, changed).toBe('BIRTH_DATE_NEEDED');
    }
    browser.cookies.set('age_met', signed);
    app.advance(HOUR);
    expect((await signUp(browser)).json.code).toBe('BIRTH_DATE_NEEDED');
  });

  test('asks for the date of birth again when the sign-up is confirmed in another browser', async () => {
    const [browser, email] = [app.browser(), newAddress()];
    await tell(browser, EIGHTEEN_TODAY);
    await signUp(browser, email);
    const token = await app.tokenMailedTo(email);
    const other = app.browser();
    const link = async (at: TestClient) => (await at.post(ACCOUNT_API.link, { token })).json.data;
    expect(await link(browser)).toEqual({ email, needsPassword: false });
    expect(await link(other)).toEqual({ email, needsPassword: true, needsBirthDate: true });
    const confirm = () => other.post(ACCOUNT_API.verify, { token, password: PASSWORD });
    expect((await confirm()).json.code).toBe('BIRTH_DATE_NEEDED');
    await tell(other, EIGHTEEN_TODAY);
    expect(await link(other)).toEqual({ email, needsPassword: true });
    expect((await confirm()).status).toBe(200);
    await other.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
    expect(await ageMet(other)).toBe(18);
  });
});

test.each(['google', 'github'] as const)(
  '[P-028] signing in with %s needs the date of birth for a new account, and not for an existing one',
  async (provider) => {
    const [browser, email] = [app.browser(), newAddress()];
    const signIn = async (from = browser) => (await socialSignIn(from, provider, { email })).outcome;
    const before = await snapshotTables(app.db);
    expect(await signIn()).toBe('age-needed');
    expect(await snapshotTables(app.db)).toEqual(before);
    await tell(browser, EIGHTEEN_TODAY);
    expect(await signIn()).toBe('signed-in');
    expect(browser.cookies.has('age_met')).toBe(false);
    expect(await ageMet(browser)).toBe(18);
    expect(await signIn(app.browser())).toBe('signed-in');
  },
);
