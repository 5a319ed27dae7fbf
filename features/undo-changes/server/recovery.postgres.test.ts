import { beforeEach, describe, expect, test } from 'vitest';
import { CHANGED_BY_US, CHANGES_TOLD } from '#content/features/undo-changes.ts';
import { ACCOUNT_API, pathFor } from '#contract/paths.ts';
import { closeAccount } from '#features/accounts/server/closed-accounts.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { CHANGES_API, PERSON_RECOVERY, RECOVERY_PROOFS } from '#features/undo-changes/contract.ts';
import { cleanRestored } from '#server/backup/clean-restored.ts';
import { findRows, updateRows } from '#server/database/rows.ts';
import { acceptClock } from '#server/jobs/run-retention.ts';
import {
  enterConsole,
  joinConsole,
  operatorInside,
  type TestOperatorPerson,
} from '#server/testing/operators.ts';
import { signInByPasskey, withPasskey } from '#server/testing/passkeys.ts';
import {
  HALF_MINUTE,
  PASSWORD,
  type Person,
  pressNotMe,
  resetPassword,
  signedInPerson,
  toldToken,
  withSecondStep,
} from '#server/testing/people.ts';
import { exportOf } from '#server/testing/read-zip.ts';
import { toldAbout } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { testOnSqlite } from '#server/testing/test-database.ts';
import { carryOutRecoveries } from './recovery.ts';

const app = await openTestApp();
const HOUR = 60 * 60_000;

// A jump of the clock is measured from the last retention run or restore, so each test begins without this record.
beforeEach(() => app.db.deleteFrom('retention_clock').execute());

const pathOf = ({ record }: Person) => `${pathFor(CONSOLE.person, record.id)}?reason=asked`;
const plan = (operator: TestOperatorPerson, { record }: Person, proof: string[]) =>
  operator.press(pathFor(PERSON_RECOVERY, record.id), { proof });

/** Counts the passkeys and authenticator apps of a person. */
async function ways({ record }: Person) {
  const own = { user_id: record.id };
  const passkeys = await findRows(app.db, 'passkeys', ['user_id'], own);
  return passkeys.length + (await findRows(app.db, 'second_steps', ['user_id'], own)).length;
}

async function waysAfter(hours: number, person: Person) {
  app.advance(hours * HOUR);
  await carryOutRecoveries(app.deps);
  return ways(person);
}

async function sendMails({ email }: Person) {
  const sent = { state: 'sent', sent_at: app.deps.clock().toISOString() } as const;
  await updateRows(app.db, 'outbox', { recipient: email, state: 'waiting' }, sent);
}

const PROOFS = ['call', 'identity'];

/** A person with a passkey and an authenticator app, and an operator who may plan the recovery. */
async function locked() {
  const operator = await operatorInside(app, 'support');
  const person = await signedInPerson(app);
  const key = await withPasskey(person);
  await withSecondStep(app, person);
  app.advance(2 * HALF_MINUTE);
  return { operator, person, key };
}

async function planned() {
  const all = await locked();
  await plan(all.operator, all.person, PROOFS);
  return { ...all, token: await toldToken(app, all.person.email) };
}

async function announced() {
  const all = await planned();
  await sendMails(all.person);
  return all;
}
type Planned = Awaited<ReturnType<typeof planned>>;

const close = ({ person }: Planned) =>
  closeAccount(app.deps, person.email, 'security', { actor: 'operator' });
const giveUpMails = ({ person }: Planned) =>
  updateRows(app.db, 'outbox', { recipient: person.email }, { state: 'dead', sent_at: null });
async function restoreBackup() {
  const { features } = app.deps;
  const options = { features, keepSessions: true, holdMail: false, deletedIds: new Set<string>() };
  await app.db.transaction().execute((tx) => cleanRestored(app.deps, tx, options));
}

describe('the recovery of an account', () => {
  testOnSqlite(
    '[P-120] needs two proofs of identity and an account with a passkey or two-step verification, and is planned only once',
    async () => {
      const { operator, person } = await locked();
      for (const proof of [[], ['call'], ['call', 'call'], ['call', 'a feeling']])
        expect((await plan(operator, person, proof)).status).toBe(422);
      // These proofs are not enough: a thief with access to the person’s mailbox could offer them too.
      expect((await plan(operator, person, ['mailbox', 'payment', 'message'])).status).toBe(422);
      expect(await toldAbout(app, person)).toEqual([]);
      const other = await signedInPerson(app);
      expect((await plan(operator, other, PROOFS)).text).toContain('neither two-step verification');
      expect((await plan(operator, person, PROOFS)).text).toContain('The recovery is planned');
      expect((await plan(operator, person, PROOFS)).text).toContain('already planned');
    },
  );

  test('[P-121] is announced by mail and in the audit log, and removes passkeys and two-step verification a day later', async () => {
    const { operator, person } = await planned();
    const [mail] = await app.mailsTo(person.email);
    const text = mail?.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain(CHANGES_TOLD.recovery.planned.what);
    expect(text).toContain(CHANGED_BY_US);
    const lines = ['person-shown asked', 'recovery-planned call, identity'];
    expect((await toldAbout(app, person)).sort()).toEqual(lines);
    const { page } = await exportOf(app, person);
    expect(page).toContain(`${RECOVERY_PROOFS.call}; ${RECOVERY_PROOFS.identity}`);
    await enterConsole(operator);
    expect((await operator.get(pathOf(person))).text).toContain('Recovery planned');
    expect(await waysAfter(25, person)).toBe(2);
    await sendMails(person);
    expect(await waysAfter(23, person)).toBe(2);
    app.advance(HOUR);
    await Promise.all([carryOutRecoveries(app.deps), carryOutRecoveries(app.deps)]);
    expect(await ways(person)).toBe(0);
    const token = await app.tokenMailedTo(person.email);
    const password = 'another fine password';
    expect((await app.browser().post(ACCOUNT_API.reset, { token, password })).status).toBe(200);
    const entered = await app.browser().post(ACCOUNT_API.signIn, { email: person.email, password });
    expect(entered.json.data).toMatchObject({ id: person.record.id });
    expect((await toldAbout(app, person)).filter((line) => line === 'recovery-done')).toHaveLength(1);
  });

  test('[P-122] can be stopped by the link in the mail, and the passkey that was reported lost can then still sign in', async () => {
    const { operator, person, key, token } = await announced();
    expect((await pressNotMe(app, token)).json.kind).toBe('frozen');
    expect((await plan(operator, person, PROOFS)).text).toContain('The account is frozen');
    expect(await waysAfter(25, person)).toBe(2);
    expect(await toldAbout(app, person)).toContain('recovery-stopped');
    expect((await signInByPasskey(key, app.browser())).status).toBe(200);
  });

  test.each<[string, (all: Planned) => Promise<unknown>]>([
    ['by a sign-in with the passkey reported lost', ({ key }) => signInByPasskey(key, app.browser())],
    ['if the person has become an operator', ({ person }) => joinConsole(app, person, 'support')],
    ['if the account was closed', close],
    ['if its mail could not be sent', giveUpMails],
    ['when a backup is restored, because its owner may have stopped it since the backup', restoreBackup],
  ])('is stopped %s', async (_, meanwhile) => {
    const all = await announced();
    app.advance(HOUR);
    await meanwhile(all);
    expect(await waysAfter(24, all.person)).toBe(2);
    expect(await toldAbout(app, all.person)).toContain('recovery-stopped');
  });

  test('is stopped if the site was off, or its clock wrong, for more than a day', async () => {
    await acceptClock(app.db, app.deps.clock());
    const { person } = await announced();
    await waysAfter(25, person);
    await acceptClock(app.db, app.deps.clock());
    expect(await waysAfter(0, person)).toBe(2);
    expect(await toldAbout(app, person)).toContain('recovery-stopped');
  });

  test('can be undone by the owner with the link in the mail that announced it, even if a thief reads the mailbox', async () => {
    const { person, token } = await announced();
    expect(await waysAfter(24, person)).toBe(0);
    await pressNotMe(app, token);
    await app.db.deleteFrom('outbox').where('recipient', '=', person.email).execute();
    expect((await resetPassword(app, person.email, 'of the thief, long')).json.code).toBe('ACCOUNT_FROZEN');
    const taken = await app.browser().post(CHANGES_API.takeBack, { token, proof: PASSWORD });
    expect(taken.status).toBe(200);
    expect(await ways(person)).toBe(2);
  });
});
