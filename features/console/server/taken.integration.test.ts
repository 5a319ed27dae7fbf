import { describe, expect, test } from 'vitest';
import { CHANGES_TOLD } from '#content/features/undo-changes.ts';
import { ACCOUNT_API, pathFor } from '#contract/paths.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { LAUNCH_LIST_VIEW } from '#features/launch-list/contract.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { PERSON_EXPORT } from '#features/your-data/contract.ts';
import {
  consoleOf,
  enterConsole,
  joinConsole,
  newOperator,
  operatorInside,
} from '#server/testing/operators.ts';
import { askedFor, withPasskey } from '#server/testing/passkeys.ts';
import { PASSWORD, type Person, signedInPerson } from '#server/testing/people.ts';
import { withSecondStep } from '#server/testing/second-step.ts';
import { createAuthenticator } from '#server/testing/software-authenticator.ts';
import { auditLines } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';

/** Whoever has a password, a session or a role that ended gets into the console by none of it. */
const app = await openTestApp();
const HOUR = 3_600_000;

const enterBy = async (person: Person, fields: Record<string, string>) =>
  (await consoleOf(app, person).send(CONSOLE.enter, fields)).status;
const provePasskey = async ({ browser }: Person, key: Awaited<ReturnType<typeof withPasskey>>) => ({
  proof_signed: JSON.stringify(key.use(await askedFor(browser, 'proof'))),
});

describe('the factor that opens the console', () => {
  test('is the first one that the session of the invitation enrolled, at once', async () => {
    const person = await signedInPerson(app);
    await joinConsole(app, person, 'support');
    const key = await withPasskey(person);
    expect(await enterBy(person, await provePasskey(person, key))).toBe(303);
  });

  test('is none that a password enrolled afterwards, until it was mailed a day ago and nobody contested it', async () => {
    const person = await signedInPerson(app);
    await joinConsole(app, person, 'support');
    const thief = app.browser();
    await thief.post(ACCOUNT_API.signIn, { email: person.email, password: PASSWORD });
    const stolen = { ...person, browser: thief };
    const key = await withPasskey(stolen);
    expect(await enterBy(stolen, await provePasskey(stolen, key))).toBe(403);
    app.advance(25 * HOUR);
    await thief.post(ACCOUNT_API.signIn, { email: person.email, password: PASSWORD });
    expect(await enterBy(stolen, await provePasskey(stolen, key))).toBe(303);
  });

  test('passes on its own time to the next one, so that a thief’s does not open it by a second', async () => {
    const person = await signedInPerson(app);
    await joinConsole(app, person, 'support');
    const thief = app.browser();
    await thief.post(ACCOUNT_API.signIn, { email: person.email, password: PASSWORD });
    const stolen = { ...person, browser: thief };
    const first = await withPasskey(stolen);
    await thief.post(PASSKEY_API.proof, { answer: first.use(await askedFor(thief, 'proof')) });
    const second = createAuthenticator();
    const answer = second.make(await askedFor(thief, 'add'));
    expect((await thief.post(PASSKEY_API.add, { answer })).status).toBe(200);
    expect(
      await enterBy(stolen, { proof_signed: JSON.stringify(second.use(await askedFor(thief, 'proof'))) }),
    ).toBe(403);
  });

  test('is no app that a password turned on where a passkey guards the account', async () => {
    const person = await signedInPerson(app);
    await joinConsole(app, person, 'owner');
    await withPasskey(person);
    const thief = app.browser();
    await thief.post(ACCOUNT_API.signIn, { email: person.email, password: PASSWORD });
    expect((await thief.post(ACCOUNT_API.proof, { password: PASSWORD })).json.code).toBe(
      'SECOND_STEP_NEEDED',
    );
    expect((await thief.post(SECOND_STEP_API.begin)).json.code).toBe('PROOF_MISSING');
  });

  test('is a security key that does not check its user only together with the password', async () => {
    const person = await signedInPerson(app);
    await joinConsole(app, person, 'support');
    const key = await withPasskey(person, { verifiesUser: false });
    const proof = async () => ({
      proof_signed: JSON.stringify(key.use(await askedFor(person.browser, 'proof'), { verifiesUser: false })),
    });
    app.advance(HOUR);
    expect(await enterBy(person, await proof())).toBe(401);
    expect(await enterBy(person, { proof_password: PASSWORD })).toBe(401);
    expect(await enterBy(person, await proof())).toBe(303);
  });

  test('of an operator that changes is mailed to the owners', async () => {
    const owner = await newOperator(app, 'owner');
    const person = await signedInPerson(app);
    await joinConsole(app, person, 'support');
    await withPasskey(person);
    const told = (await app.mailsTo(owner.email)).filter(({ kind }) => kind === 'operator-changed');
    const [text = ''] = told.map((mail) => mail.text.replaceAll(/\s+/g, ' '));
    expect(text).toContain(person.email);
    expect(text).toContain(CHANGES_TOLD.passkeys.added.what);
  });
});

test('the only owner who lost every factor is back by a new invitation', async () => {
  const owner = await operatorInside(app, 'owner');
  await app.db.deleteFrom('second_steps').where('user_id', '=', owner.record.id).execute();
  await app.db.deleteFrom('recovery_codes').where('user_id', '=', owner.record.id).execute();
  await joinConsole(app, owner, 'owner');
  const { code } = await withSecondStep(app, owner);
  app.advance(60_000);
  expect(await enterBy(owner, { proof_password: PASSWORD, proof_code: code() })).toBe(303);
});

test('support does nothing to an account with a role', async () => {
  const owner = await operatorInside(app, 'owner');
  const support = await operatorInside(app, 'support');
  const person = pathFor(CONSOLE.person, owner.record.id);
  const answers = [
    await support.press(person, { do: 'reset', reason: 'asked' }),
    await support.press(person, { do: 'reopen', reason: 'asked' }),
    await support.press(pathFor(CONSOLE.personSessions, owner.record.id), { reason: 'asked' }),
    await support.press(pathFor(PERSON_EXPORT, owner.record.id), { reason: 'asked' }),
  ];
  for (const { text } of answers) expect(text).toContain('only an owner may act on it');
});

test('searches leave a line each with their kind, never their words, and end at sixty in ten minutes', async () => {
  const limited = await openTestApp({ RATE_LIMIT_SCALE: '1' });
  const support = await operatorInside(limited, 'support');
  await limited.db.deleteFrom('audit').execute();
  for (const words of ['', 'devika', 'asha', 'devika@example.com', 'asha@example.com'])
    await support.get(`${CONSOLE.people}?q=${words}`);
  const lines = await auditLines(limited.db, 'people-searched');
  expect(lines.map(({ detail }) => detail).sort()).toEqual([
    'by a name',
    'by a name',
    'by an address',
    'by an address',
    'nobody',
  ]);
  const statuses: number[] = [];
  for (let search = 0; search < 60; search++)
    statuses.push((await support.get(`${CONSOLE.people}?q=dev${search}`)).status);
  expect(statuses.at(0)).toBe(200);
  expect(statuses.at(-1)).toBe(429);
});

test('a test of the launch mail goes to the operator alone, ten a day, and its words are in the log', async () => {
  const limited = await openTestApp({ RATE_LIMIT_SCALE: '1' });
  const owner = await operatorInside(limited, 'owner');
  const send = () =>
    owner.send(LAUNCH_LIST_VIEW, {
      do: 'test',
      subject: 'We are open',
      text: 'Come in.',
      to: 'stranger@example.com',
    });
  for (let test = 0; test < 10; test++) expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(429);
  const mails = await limited.db
    .selectFrom('outbox')
    .select('recipient')
    .where('kind', '=', 'launch-mail')
    .execute();
  expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(new Set([owner.email]));
  const [line] = await auditLines(limited.db, 'test-mail-sent');
  expect(line?.detail).toContain('We are open');
  await enterConsole(owner);
});
