import { expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { inviteStaff } from '#features/console/server/staff.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { CHANGES_API, RECOVERY_HOURS } from '#features/undo-changes/contract.ts';
import { carryOutRecoveries, planRecovery } from '#features/undo-changes/server/recovery.ts';
import { RIGHTS_API } from '#features/your-data/rights-contract.ts';
import { pressNotMe, toldTokens } from '#server/testing/changes.ts';
import { mailedResetToken, newAddress, PASSWORD, recordOf, signedInPerson } from '#server/testing/people.ts';
import { withSecondStep } from '#server/testing/second-step.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { closeAccount } from './closed-accounts.ts';
import { endAllSessions } from './security/end-sessions.ts';

/** Whatever ends access to an account ends all of it, and never what undoes a change (docs/product.md, "Sessions"). */
const BY_US = { actor: 'operator' } as const;

const app = await openTestApp();

/** Somebody with an app, proved at one browser; a thief has every other access that there is. */
async function thiefAndOwner() {
  const owner = await signedInPerson(app);
  const { email, browser } = owner;
  const { recoveryCodes } = await withSecondStep(app, owner);
  const [first, second, ...codes] = recoveryCodes;
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD, code: first });
  const thief = app.browser();
  await thief.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  await thief.post(SECOND_STEP_API.signIn, { code: second, trust: true });
  const half = app.browser();
  await half.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  await thief.post(PASSKEY_API.options, { purpose: 'proof' });
  const reset = await mailedResetToken(app, email);
  app.advance(1);
  const wanted = newAddress();
  await browser.post(ADDRESS_CHANGE_API.ask, { email: wanted });
  const address = await app.tokenMailedTo(wanted);
  await inviteStaff(app.deps, { email, role: 'support' }, BY_US);
  await app.browser().post(RIGHTS_API.ask, { email });
  await app.mailsTo(email);
  const told = await toldTokens(app, email);
  expect(await accessOf(owner.record.id, email)).toEqual({
    ...{ sessions: 2, trusted_browsers: 1, sign_in_steps: 1, webauthn_challenges: 1 },
    ...{ reset_links: 1, address_changes: 1, staff_invitations: 1, rights_links: 1 },
  });
  return { ...owner, thief, half, reset, address, told, codes };
}

/** How many of each kind there are. */
async function accessOf(userId: string, email: string): Promise<Readonly<Record<string, number>>> {
  const counted: Record<string, number> = {};
  for (const table of [
    'sessions',
    'trusted_browsers',
    'sign_in_steps',
    'webauthn_challenges',
    'reset_links',
    'address_changes',
  ] as const) {
    const rows = await app.db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute();
    counted[table] = rows.length;
  }
  for (const table of ['staff_invitations', 'rights_links'] as const) {
    const rows = await app.db.selectFrom(table).select('email').where('email', '=', email).execute();
    counted[table] = rows.length;
  }
  return counted;
}

type Case = Awaited<ReturnType<typeof thiefAndOwner>>;
/** What ends access, and how many sessions there are after it: that of who did it stays. */
const ENDS: readonly [string, sessions: number, (owner: Case) => Promise<unknown>][] = [
  ['a new password', 1, ({ browser }) => browser.post(ACCOUNT_API.password, { password: 'another one' })],
  [
    'a reset by the mailed link',
    1,
    ({ reset, codes: [code] }) =>
      app.browser().post(ACCOUNT_API.reset, { token: reset, password: 'another one', code }),
  ],
  ['signing out everywhere else', 1, ({ browser }) => browser.post(ACCOUNT_API.endSessions, {})],
  ['the closing of the account', 0, ({ email }) => closeAccount(app.deps, email, 'security', BY_US)],
  ['an operator who ends all sessions', 0, ({ record }) => endAllSessions(app.deps, record.id, BY_US)],
  ['“This wasn’t me”', 0, ({ told }) => pressNotMe(app, told[0] ?? '')],
  [
    'taking a change back',
    0,
    ({ told }) => app.browser().post(CHANGES_API.takeBack, { token: told[0], proof: PASSWORD }),
  ],
  [
    'a recovery by an operator',
    0,
    async ({ record }) => {
      expect(await planRecovery(app.deps, record.id, [], BY_US)).toBe('planned');
      app.advance(RECOVERY_HOURS * 3_600_000 + 1);
      await carryOutRecoveries(app.deps);
    },
  ],
];

test.each(ENDS)('[A-63] %s ends all access', async (name, sessions, end) => {
  const owner = await thiefAndOwner();
  const { record, email, thief, half, reset, address, told, codes } = owner;
  await end(owner);
  expect(await accessOf(record.id, email)).toEqual({
    ...{ sessions, trusted_browsers: 0, sign_in_steps: 0, webauthn_challenges: 0 },
    ...{ reset_links: 0, address_changes: 0, staff_invitations: 0, rights_links: 0 },
  });
  expect(await recordOf(thief)).toBeNull();
  const answers = [
    await half.post(SECOND_STEP_API.signIn, { code: codes.at(-1), trust: false }),
    await app
      .browser()
      .post(ACCOUNT_API.reset, { token: reset, password: 'a thief’s own', code: codes.at(-1) }),
    await app.browser().post(ADDRESS_CHANGE_API.confirm, { token: address }),
  ];
  expect(answers.map(({ json }) => json.code)).toEqual([
    'SECOND_STEP_ENDED',
    'LINK_NOT_VALID',
    'LINK_NOT_VALID',
  ]);
  if (name === 'taking a change back') return;
  for (const token of told)
    expect((await pressNotMe(app, token)).json.kind, 'of what was told before').toBe('frozen');
});
